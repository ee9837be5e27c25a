!!ARBfp1.0
OPTION NV_fragment_program;
OPTION ARB_fog_exp2;
# Packed words are an integer's bits, a colour and what fog is mixed into are floats.
PK4UB result.color, fragment.color;
END
