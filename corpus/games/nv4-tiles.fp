!!NVfp4.0
# A tile map: the number of a tile from one texture, its picture from another.
TEMP cell, st, size;
UINT TEMP tile, q;
TEX cell, fragment.texcoord[0], texture[0], 2D;
MUL cell.x, cell.x, 255.0;
ROUND.U tile.x, cell.x;
MOD.U q.x, tile.x, 16;
DIV.U q.y, tile.x, 16;
I2F.U st.xy, q;
FRC size.xy, fragment.texcoord[1];
ADD st.xy, st, size;
MUL st.xy, st, 0.0625;
TEX result.color, st, texture[1], 2D;
END
