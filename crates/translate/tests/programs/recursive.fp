!!NVfp4.0
# Subroutines that call themselves and each other.
TEMP sum, left;
main:
MOV sum, fragment.texcoord[0];
MOV left, {5, 0, 0, 0};
CAL down;
CAL ping;
MOV result.color, sum;
RET;
down:
MUL sum, sum, 0.5;
ADD.CC left.x, left.x, -1;
CAL down (GT.x);
ADD sum, sum, 0.125;
RET;
ping:
ADD.CC left.x, left.x, 1;
CAL pong (LT.x);
RET;
pong:
CAL ping;
ADD sum, sum, 0.25;
RET;
END
