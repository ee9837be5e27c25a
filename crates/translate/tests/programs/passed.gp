!!NVgp5.0
OPTION NV_geometry_program_passthrough;
PRIMITIVE_IN TRIANGLES;
PASSTHROUGH result.position;
PASSTHROUGH result.attrib[1].xy;
PASSTHROUGH result.color, result.pointsize, result.clip[1], result.fogcoord;
ATTRIB p = vertex.position;
TEMP a;
ADD a, p[0], p[1];
ADD result.attrib[2], a, p[2];
MOV.U result.layer.x, primitive.id.x;
SGT.CC a.x, a.x, 0;
IF NE.x;
  MOV result.texcoord[0], { 1, 2, 3, 4 };
  RET;
ENDIF;
MOV result.texcoord[0], vertex[1].texcoord[0];
END
