!!NVgp5.0
# Triangles with neighbours become strips, four times each.
PRIMITIVE_IN TRIANGLES_ADJACENCY;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 6;
INVOCATIONS 4;
ATTRIB position = vertex.position;
ATTRIB color = vertex.color;
ATTRIB coordinate = vertex.texcoord[1];
ATTRIB size = vertex.pointsize;
ATTRIB distance = vertex.clip[1];
ATTRIB own = vertex.attrib[3];
PARAM mvp[4] = { state.matrix.mvp };
TEMP r;
INT TEMP i;
main:
MOV.S i.x, 0;
REP.S { 3, 0, 0, 0 };
  MOV r, position[i.x];
  DP4 result.position.x, mvp[0], r;
  DP4 result.position.y, mvp[1], r;
  DP4 result.position.z, mvp[2], r;
  DP4 result.position.w, mvp[3], r;
  ADD result.color, color[i.x], vertex[1].color.secondary;
  MOV result.color.back, color[0];
  MOV result.texcoord[1], coordinate[i.x];
  MOV result.fogcoord.x, vertex[2].fogcoord;
  MOV result.attrib[3], own[5];
  MOV result.clip[1].x, distance[i.x];
  MAX result.pointsize.x, size[i.x], 1;
  MOV.S result.primid.x, primitive.id.x;
  MOV.S result.layer.x, primitive.invocation.x;
  EMIT;
  ADD.S i.x, i.x, 2;
ENDREP;
ENDPRIM;
CAL point;
RET;
point:
MOV result.position, position[4];
MOV result.color, color[2];
EMIT;
RET;
END
