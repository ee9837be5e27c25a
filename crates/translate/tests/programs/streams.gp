!!NVgp5.0
PRIMITIVE_IN LINES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 7;
ATTRIB p = vertex.position;
INT TEMP s;
MOV result.position, p[0];
MOV result.color, vertex[0].color;
MOV result.attrib[3], p[1];
EMITS 0;
MOV result.position, p[1];
MOV result.color, vertex[1].color;
MOV result.attrib[3], p[0];
EMITS 2;
ENDPRIM;
MOV result.position, p[1];
EMIT;
TRUNC.S s.x, p[1].x;
MOV result.position, p[1];
MOV.S result.primid.x, s.x;
EMITS s.x;
END
