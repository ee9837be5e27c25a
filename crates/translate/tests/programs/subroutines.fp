!!NVfp5.0
# Subroutines that the engine chooses.
SUBROUTINETYPE shade { red, green };
SUBROUTINE shade choice = program.subroutine[0];
SUBROUTINE shade list[2] = { program.subroutine[1..2] };
INT TEMP n;
main:
TRUNC.S n, fragment.attrib[0];
CALI choice;
CALI list[n.x];
TEMP t;
MOV.F.CC t, fragment.attrib[0];
CALI list[1] (GT.x);
RET;
red SUBROUTINENUM(0):
MOV result.color, {1,0,0,1};
RET;
green SUBROUTINENUM(5):
MOV result.color, {0,1,0,1};
END
