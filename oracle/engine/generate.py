#!/usr/bin/env python3
"""Writes the tables of this folder: results of typed instructions as the specifications state them.

source: the rules of NV_gpu_program4 2.X.4.3 and 2.X.8 and of NV_gpu_program5 2.X.8, written down here with
exact fractions and unbounded integers. It shares nothing with the engines.
"""

from fractions import Fraction
import math

import mpmath

NAN = {16: 0x7E00, 32: 0x7FC00000, 64: 0x7FF8000000000000}
SHAPE = {16: (11, -24, 15), 32: (24, -149, 127), 64: (53, -1074, 1023)}


def bits_of(sign, size, exponent, fraction):
    precision, _, top = SHAPE[size]
    return sign << (size - 1) | (exponent << (precision - 1)) | fraction


def infinity(size, sign=0):
    precision, _, top = SHAPE[size]
    return bits_of(sign, size, 2 * top + 1, 0)


def decode(bits, size):
    """A float's value: a Fraction with its sign, "inf", "-inf" or "nan"."""
    precision, least, top = SHAPE[size]
    sign = bits >> (size - 1)
    exponent = bits >> (precision - 1) & (2 * top + 1)
    fraction = bits & ((1 << (precision - 1)) - 1)
    if exponent == 2 * top + 1:
        return "nan" if fraction else ("-inf" if sign else "inf")
    if exponent:
        fraction |= 1 << (precision - 1)
    value = Fraction(fraction) * Fraction(2) ** (max(exponent, 1) - 1 + least)
    return -value if sign else value


def integer(value, mode):
    """A fraction to an integer in one of four modes."""
    low = math.floor(value)
    if mode == "FLR" or value == low:
        return low
    if mode == "CEIL":
        return low + 1
    if mode == "TRUNC":
        return low if value > 0 else low + 1
    rest = value - low
    if rest != Fraction(1, 2):
        return low if rest < Fraction(1, 2) else low + 1
    return low if low % 2 == 0 else low + 1


def encode(value, size, mode="ROUND", negative_zero=False):
    """A fraction, "inf", "-inf" or "nan" to a float's bits."""
    precision, least, top = SHAPE[size]
    if value == "nan":
        return NAN[size]
    if value in ("inf", "-inf"):
        return infinity(size, int(value == "-inf"))
    if value == 0:
        return int(negative_zero) << (size - 1)
    sign = int(value < 0)
    magnitude = abs(value)
    exponent = least
    # The weight of the last place.
    while magnitude >= Fraction(2) ** (exponent + precision):
        exponent += 1
    scaled = value / Fraction(2) ** exponent
    whole = abs(integer(scaled, mode))
    if whole == 1 << precision:
        whole >>= 1
        exponent += 1
    if exponent + precision - 1 > top:
        to_infinity = mode == "ROUND" or (mode == "CEIL" and not sign) or (mode == "FLR" and sign)
        return infinity(size, sign) - (0 if to_infinity else 1)
    if whole < 1 << (precision - 1):
        return sign << (size - 1) | whole
    return sign << (size - 1) | ((exponent - least + 1) << (precision - 1)) + (whole - (1 << (precision - 1)))


def is_negative(bits, size):
    return bits >> (size - 1) == 1


def signed(bits, size):
    bits &= (1 << size) - 1
    return bits - (1 << size) if bits >> (size - 1) else bits


def mask(size):
    return (1 << size) - 1


# ---- floats -----------------------------------------------------------------------------------------------

F32 = [0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x3F000000, 0x3F800000, 0xBF800000, 0x40200000,
       0xC0200000, 0x406CCCCD, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000]
F64 = [0, 1 << 63, 1, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x3FE0000000000000, 0x3FF0000000000000,
       0xBFF0000000000000, 0x4004000000000000, 0xC00D99999999999A, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
       0xFFF0000000000000, 0x7FF8000000000000]


def add(a, b, size, minus=False):
    if minus:
        b ^= 1 << (size - 1)
    x, y = decode(a, size), decode(b, size)
    if "nan" in (x, y) or {x, y} == {"inf", "-inf"}:
        return NAN[size]
    for v in (x, y):
        if v in ("inf", "-inf"):
            return encode(v, size)
    return encode(x + y, size, negative_zero=is_negative(a, size) and is_negative(b, size))


def multiply(a, b, size):
    x, y = decode(a, size), decode(b, size)
    sign = is_negative(a, size) != is_negative(b, size)
    if "nan" in (x, y):
        return NAN[size]
    endless = [v for v in (x, y) if v in ("inf", "-inf")]
    if endless:
        return NAN[size] if 0 in (x, y) else infinity(size, int(sign))
    return encode(x * y, size, negative_zero=sign)


def divide(a, b, size):
    x, y = decode(a, size), decode(b, size)
    sign = is_negative(a, size) != is_negative(b, size)
    if "nan" in (x, y):
        return NAN[size]
    ex, ey = x in ("inf", "-inf"), y in ("inf", "-inf")
    if ex and ey or x == 0 and y == 0:
        return NAN[size]
    if ex or y == 0:
        return infinity(size, int(sign))
    if ey:
        return int(sign) << (size - 1)
    return encode(x / y, size, negative_zero=sign)


def less(a, b, size):
    x, y = decode(a, size), decode(b, size)
    if "nan" in (x, y):
        return False
    order = lambda v: (-1, 0) if v == "-inf" else (1, 0) if v == "inf" else (0, v)
    return order(x) < order(y)


def equal(a, b, size):
    x, y = decode(a, size), decode(b, size)
    return x != "nan" and x == y


def canonical(bits, size):
    return NAN[size] if decode(bits, size) == "nan" else bits


def whole(bits, size, mode):
    value = decode(bits, size)
    if isinstance(value, str):
        return canonical(bits, size)
    return encode(Fraction(integer(value, mode)), size, negative_zero=is_negative(bits, size))


def truth(condition, size):
    return (0x3F800000 if size == 32 else 0x3FF0000000000000) if condition else 0


FLOAT = {
    "ADD": lambda a, b, c, n: add(a, b, n),
    "SUB": lambda a, b, c, n: add(a, b, n, True),
    "MUL": lambda a, b, c, n: multiply(a, b, n),
    "DIV": lambda a, b, c, n: divide(a, b, n),
    "MAX": lambda a, b, c, n: canonical(a if less(b, a, n) else b, n),
    "MIN": lambda a, b, c, n: canonical(b if less(b, a, n) else a, n),
    "SEQ": lambda a, b, c, n: truth(equal(a, b, n), n),
    "SNE": lambda a, b, c, n: truth(not equal(a, b, n), n),
    "SLT": lambda a, b, c, n: truth(less(a, b, n), n),
    "SLE": lambda a, b, c, n: truth(less(a, b, n) or equal(a, b, n), n),
    "SGT": lambda a, b, c, n: truth(less(b, a, n), n),
    "SGE": lambda a, b, c, n: truth(less(b, a, n) or equal(a, b, n), n),
    "STR": lambda a, b, c, n: truth(True, n),
    "SFL": lambda a, b, c, n: truth(False, n),
}
FLOAT1 = {
    "MOV": lambda a, n: a,
    "ABS": lambda a, n: a & ~(1 << (n - 1)),
    "FLR": lambda a, n: whole(a, n, "FLR"),
    "CEIL": lambda a, n: whole(a, n, "CEIL"),
    "TRUNC": lambda a, n: whole(a, n, "TRUNC"),
    "ROUND": lambda a, n: whole(a, n, "ROUND"),
}


def float_flags(bits, size):
    value = decode(bits, size)
    sign = value == "nan" or value == "-inf" or not isinstance(value, str) and value < 0
    return f"00{int(sign)}{int(value in ('nan', 0))}"


# ---- integers ---------------------------------------------------------------------------------------------

I32 = [0, 1, 2, 7, 31, 0x55555555, 0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFF9, 0xFFFFFFFF]
I64 = [0, 1, 7, 0x123456789ABCDEF0, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFF9, mask(64)]


def number(bits, kind, size):
    return signed(bits, size) if kind == "S" else bits


def toward_zero(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def integer_result(op, a, b, c, kind, size):
    """The value of an instruction, or None where it is undefined."""
    x, y, z = (number(v, kind, size) for v in (a, b, c))
    true = lambda condition: -1 if condition else 0
    if op == "DIV":
        # The quotient of the least number and -1 does not fit; nothing says what it is.
        return None if y == 0 or kind == "S" and y == -1 and x == -(1 << (size - 1)) else toward_zero(x, y)
    if op == "MOD":
        return None if x < 0 or y <= 0 else x % y
    if op in ("SHL", "SHR"):
        if not 0 <= y < size:
            return None
        return x << y if op == "SHL" else x >> y
    return {
        "MOV": x, "ABS": abs(x), "ADD": x + y, "SUB": x - y, "MUL": x * y, "MUL.HI": (x * y) >> size,
        "MAX": max(x, y), "MIN": min(x, y), "AND": x & y, "OR": x | y, "XOR": x ^ y, "NOT": ~x,
        "SEQ": true(x == y), "SNE": true(x != y), "SLT": true(x < y), "SLE": true(x <= y), "SGT": true(x > y),
        "SGE": true(x >= y), "STR": -1, "SFL": 0, "CMP": y if x < 0 else z, "MAD": x * y + z,
        "SAD": abs(x - y) + z,
    }[op]


def sum_flags(a, b, size, minus):
    """CF and OF of a sum or a difference (NV_gpu_program4 2.X.4.3)."""
    sa, sb = signed(a, size), signed(b, size)
    total = sa - sb if minus else sa + sb
    overflow = not -(1 << (size - 1)) <= total < 1 << (size - 1)
    carry = a - b >= 0 if minus else a + b > mask(size)
    return int(carry), int(overflow)


def integer_flags(op, a, b, c, result, size):
    carry = overflow = 0
    if op in ("ADD", "SUB"):
        carry, overflow = sum_flags(a, b, size, op == "SUB")
    if op == "MAD":
        carry, overflow = sum_flags(a * b & mask(size), c, size, False)
    return f"{carry}{overflow}{result >> (size - 1)}{int(result == 0)}"


# ---- output -----------------------------------------------------------------------------------------------

class Table:
    def __init__(self, name, title, source):
        self.name, self.lines = name, [f"# {title}", f"# source: {source}; computed by generate.py"]

    def group(self, program, sizes, rows):
        """Rows of operands, result and, behind a slash, the flags CF OF SF ZF."""
        if not rows:
            return
        self.lines += ["", f"program {' '.join(str(size) for size in sizes)}: {program}"]
        for operands, result, flags in rows:
            words = " ".join(f"{word:x}" for word in operands)
            self.lines.append(f"{words} -> {result:x}" + (f" / {flags}" if flags else ""))

    def write(self):
        with open(self.name, "w") as file:
            file.write("\n".join(self.lines) + "\n")


def integers():
    table = Table("integers.txt", "Integer instructions and their condition codes",
                  "NV_gpu_program4 2.X.8.Z and 2.X.4.3, NV_gpu_program5 2.X.4.1")
    for size, values in ((32, I32), (64, I64)):
        for kind in "SU":
            typed = f".{kind}{size}"
            for op in ("ADD", "SUB", "MUL", "DIV", "MOD", "MAX", "MIN", "SEQ", "SNE", "SLT", "SLE", "SGT", "SGE",
                       "STR", "SFL", "AND", "OR", "XOR", "SHL", "SHR"):
                rows = []
                for a in values:
                    for b in values + ([size, size - 1] if op in ("SHL", "SHR") else []):
                        result = integer_result(op, a, b, 0, kind, size)
                        if result is None:
                            continue
                        result &= mask(size)
                        rows.append(((a, b), result, integer_flags(op, a, b, 0, result, size)))
                scalar = ".x" if op in ("DIV", "MOD", "SHL", "SHR") else ""
                table.group(f"{op}{typed}.CC r, a, b{scalar}", (size, size, size), rows)
            for op in ("MOV", "ABS", "NOT"):
                rows = [((a,), integer_result(op, a, 0, 0, kind, size) & mask(size), "") for a in values]
                table.group(f"{op}{typed} r, a", (size, size), rows)
            for op in ("CMP", "MAD", "SAD"):
                rows = []
                few = values[::3] + [values[-1]]
                for a in values:
                    for b in few:
                        for c in few:
                            # SAD's distance and third operand are unsigned.
                            if op == "SAD" and size == 64:
                                continue
                            result = integer_result(op, a, b, c, kind, size) & mask(size)
                            if op == "SAD":
                                distance = abs(number(a, kind, size) - number(b, kind, size))
                                carry, overflow = sum_flags(distance & mask(size), c, size, False)
                                flags = f"{carry}{overflow}{result >> (size - 1)}{int(result == 0)}"
                            else:
                                flags = integer_flags(op, a, b, c, result, size)
                            rows.append(((a, b, c), result, flags))
                table.group(f"{op}{typed}.CC r, a, b, c", (size, size, size, size), rows)
    for kind in "SU":
        rows = [((a, b), integer_result("MUL.HI", a, b, 0, kind, 32) & mask(32), "") for a in I32 for b in I32]
        table.group(f"MUL.{kind}.HI r, a, b", (32, 32, 32), rows)
        small = [0, 1, 0x7FFFFF, 0x123456] + ([0xFFFFFF] if kind == "U" else [0xFF800000, 0xFFFFFFFF])
        rows = [((a, b), number(a, kind, 32) * number(b, kind, 32) & mask(32), "") for a in small for b in small]
        table.group(f"MUL.{kind}24 r, a, b", (32, 32, 32), rows)
    table.write()


def bit_fields():
    table = Table("bits.txt", "Bit fields and searches for bits",
                  "the pseudo-code of NV_gpu_program5 2.X.8.Z BFE, BFI, BFR, BTC, BTFL, BTFM")
    fields = [(0, 0), (1, 0), (8, 0), (8, 24), (31, 1), (32, 0), (1, 31), (0, 31), (13, 7)]
    for kind in "SU":
        extracted, inserted = [], []
        for value in I32:
            for count, offset in fields:
                part = value >> offset & ((1 << count) - 1)
                if kind == "S" and count and part >> (count - 1):
                    part |= mask(32) & ~((1 << count) - 1)
                extracted.append(((count, offset, value), part, ""))
                for base in (0, mask(32), 0x12345678):
                    field = ((1 << count) - 1) << offset
                    result = (value << offset & field) | base & ~field & mask(32)
                    inserted.append(((count, offset, value, base), result & mask(32), ""))
        table.group(f"BFE.{kind} r, ab, c", (32, 32, 32, 32), extracted)
        table.group(f"BFI.{kind} r, ab, c, d", (32, 32, 32, 32, 32), inserted)
        table.group(f"BFR.{kind} r, a", (32, 32), [((a,), int(f"{a:032b}"[::-1], 2), "") for a in I32])
        table.group(f"BTC.{kind} r, a", (32, 32), [((a,), f"{a:b}".count("1"), "") for a in I32])
        lowest = lambda a: next((i for i in range(32) if a >> i & 1), mask(32))
        table.group(f"BTFL.{kind} r, a", (32, 32), [((a,), lowest(a), "") for a in I32])
        # Of -1 no bit is zero; nothing says what it gives.
        of = [a for a in I32 if not (kind == "S" and a == mask(32))]
        flipped = lambda a: ~a & mask(32) if kind == "S" and a >> 31 else a
        highest = lambda a: next((i for i in reversed(range(32)) if flipped(a) >> i & 1), mask(32))
        table.group(f"BTFM.{kind} r, a", (32, 32), [((a,), highest(a), "") for a in of])
    table.write()


def floats():
    table = Table("floats.txt", "Float instructions and their condition codes",
                  "NV_gpu_program4 2.X.8.Z and 2.X.4.3, IEEE 754; MAX, MIN and CMP by their pseudo-code")
    for size, values in ((32, F32), (64, F64)):
        for op, meaning in FLOAT.items():
            rows = []
            for a in values:
                for b in values:
                    result = meaning(a, b, 0, size)
                    rows.append(((a, b), result, float_flags(result, size)))
            scalar = ".x" if op == "DIV" else ""
            table.group(f"{op}.F{size}.CC r, a, b{scalar}", (size, size, size), rows)
        for op, meaning in FLOAT1.items():
            rows = [((a,), meaning(a, size), float_flags(meaning(a, size), size)) for a in values]
            table.group(f"{op}.F{size}.CC r, a", (size, size), rows)
        few = values[::2] + [values[-1]]
        rows = [((a, b, c), add(multiply(a, b, size), c, size), "") for a in few for b in few for c in few]
        table.group(f"MAD.F{size}.PREC r, a, b, c", (size, size, size, size), rows)
        negative = lambda a: decode(a, size) == "-inf" or not isinstance(decode(a, size), str) and decode(a, size) < 0
        rows = [((a, b, c), b if negative(a) else c, "") for a in values for b in few[:3] for c in few[:3]]
        table.group(f"CMP.F{size} r, a, b, c", (size, size, size, size), rows)
        one = encode(Fraction(1), size)
        clamp = lambda a, low: low if not less(low, a, size) else (a if less(a, one, size) else one)
        rows = [((a,), clamp(a, 0), "") for a in values]
        table.group(f"MOV.F{size}.SAT r, a", (size, size), rows)
        rows = [((a,), clamp(a, one | 1 << (size - 1)), "") for a in values]
        table.group(f"MOV.F{size}.SSAT r, a", (size, size), rows)
    table.write()


TYPES = ["F16", "F32", "F64", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64"]


def samples(name):
    size = int(name[1:])
    if name == "F16":
        return [0, 0x8000, 1, 0x3C00, 0xBC00, 0x3E00, 0xC100, 0x4248, 0x5800, 0x7BFF, 0xFBFF, 0x7C00]
    if name == "F32":
        return [0, 0x80000000, 1, 0x3F000000, 0x3F800000, 0xBFC00000, 0x40200000, 0x40600000, 0xC0600000,
                0x42FF0000, 0x43000000, 0x437F8000, 0x477FE000, 0x47800000, 0x4F000000, 0xCF000000, 0x4F800000,
                0x5F000000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x33800000]
    if name == "F64":
        return [encode(decode(bits, 32), 64, negative_zero=bits == 0x80000000) for bits in samples("F32")] + [
            1, 0x3FF0000000000001, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FEFFFFFFFFFFFFF, 0x40F86A0020C49BA6]
    top = 1 << (size - 1)
    values = [0, 1, 2, 100, top - 1, top, top + 1, (1 << size) - 1, (1 << size) - 2]
    if size >= 32:
        values += [0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x01000001, 0x01000003]
    if size == 64:
        values += [0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x20000000000001, 0x20000000000003]
    return values


def conversions():
    table = Table("conversions.txt", "CVT between all types, with each rounding and with saturation",
                  "NV_gpu_program5 2.X.8.Z CVT")
    for to in TYPES:
        for source in TYPES:
            from_size, to_size = int(source[1:]), int(to[1:])
            register, result_register = (64 if size == 64 else 32 for size in (from_size, to_size))
            rounds = ["ROUND"]
            if source[0] == "F" or to[0] == "F":
                rounds = ["ROUND", "CEIL", "FLR", "TRUNC"]
            for mode in rounds:
                for saturate in ([False, True] if to[0] != "F" else [False]):
                    rows = []
                    for bits in samples(source):
                        operand = bits
                        if source[0] == "F":
                            value = decode(bits, from_size)
                        else:
                            # The register holds the number in its own size.
                            value = Fraction(number(bits, source[0], from_size))
                            operand = int(value) & mask(register)
                        if to[0] == "F":
                            negative = source[0] == "F" and is_negative(bits, from_size)
                            result = encode(value, to_size, mode, negative)
                        elif isinstance(value, str):
                            continue
                        else:
                            exact = integer(value, mode)
                            if saturate:
                                low = -(1 << (to_size - 1)) if to[0] == "S" else 0
                                exact = min(max(exact, low), low + mask(to_size))
                            result = number(exact & mask(to_size), to[0], to_size) & mask(result_register)
                        rows.append(((operand,), result, ""))
                    clamp = ".SAT" if saturate else ""
                    table.group(f"CVT.{to}.{source}.{mode}{clamp} r, a", (result_register, register), rows)
    for size, kinds in ((32, ("S", "U")), (64, ("S64", "U64"))):
        for kind in kinds:
            values = I32 if size == 32 else I64
            rows = [((a,), encode(Fraction(number(a, kind[0], size)), size), "") for a in values]
            table.group(f"I2F.{kind} r, a", (size, size), rows)
    for op in ("FLR", "CEIL", "TRUNC", "ROUND"):
        for kind, low, high in (("S", -(1 << 31), (1 << 31) - 1), ("U", 0, mask(32))):
            rows = []
            for bits in samples("F32") + F32:
                value = decode(bits, 32)
                if isinstance(value, str) or not low <= integer(value, op) <= high:
                    continue
                rows.append(((bits,), integer(value, op) & mask(32), ""))
            table.group(f"{op}.{kind} r, a", (32, 32), rows)
    table.write()


# ---- functions, sums of products, packing ------------------------------------------------------------------

# An approximation is a number until it is rounded once.
mpmath.mp.prec = 400


def rounded(number, size):
    """A number of the arbitrary-precision library, or "inf", "-inf", "nan", to a float's bits."""
    if isinstance(number, str):
        return encode(number, size)
    if number == 0:
        return 0
    mantissa, exponent = mpmath.frexp(number)
    whole = int(mpmath.nint(mpmath.ldexp(mantissa, 380)))
    return encode(Fraction(whole) * Fraction(2) ** (int(exponent) - 380), size)


def precise(bits, size):
    """A finite float as a number of the library."""
    value = decode(bits, size)
    return mpmath.mpf(value.numerator) / value.denominator


def function(bits, size, exact, least, most):
    """A function that is `exact` of finite numbers; at the infinities `least` and `most`."""
    value = decode(bits, size)
    if value == "nan":
        return NAN[size]
    if value in ("inf", "-inf"):
        return encode(most if value == "inf" else least, size)
    return rounded(exact(precise(bits, size)), size)


def power(a, b, size):
    """EX2(b * LG2(a)), where a is not negative."""
    x, y = decode(a, size), decode(b, size)
    if "nan" in (x, y):
        return NAN[size]
    if x == 0 or x == "inf":
        logarithm = "-inf" if x == 0 else "inf"
    else:
        logarithm = mpmath.log(precise(a, size), 2)
    if isinstance(logarithm, str) or isinstance(y, str):
        sign = 1
        for v in (logarithm, y):
            if not isinstance(v, str) and v == 0:
                return None  # 0 times an infinity, if it is done by way of the logarithm: nothing says that.
            sign *= -1 if v == "-inf" or not isinstance(v, str) and v < 0 else 1
        return encode(Fraction(0), size) if sign < 0 else infinity(size)
    # Beyond 2^2000 the result is 0 or infinite in any case.
    return rounded(mpmath.power(2, min(max(logarithm * precise(b, size), -2000), 2000)), size)


def negated(a, size):
    return a ^ 1 << (size - 1)


def fraction_part(bits, size):
    """The distance to the floor, "always in the range [0.0, 1.0)"."""
    value = decode(bits, size)
    if isinstance(value, str):
        return NAN[size]
    part = value - math.floor(value)
    one = encode(Fraction(1), size)
    return min(encode(part, size), one - 1)


def sign_of(bits, size):
    value = decode(bits, size)
    if isinstance(value, str):
        return {"nan": NAN[size], "inf": encode(Fraction(1), size), "-inf": encode(Fraction(-1), size)}[value]
    return encode(Fraction((value > 0) - (value < 0)), size)


def clamped_reciprocal(bits):
    result = divide(0x3F800000, bits, 32)
    if decode(result, 32) == "nan":
        return result
    sign = result & 0x80000000
    return sign | min(max(result & 0x7FFFFFFF, 0x1F800000), 0x5F800000)


def products(a, b, count, size, last=None):
    """A sum of equal products from x on, and of a last term."""
    total = multiply(a, b, size)
    for _ in range(count - 1):
        total = add(total, multiply(a, b, size), size)
    return total if last is None else add(total, last, size)


def number_of(bits, low, high):
    """A float clamped as `if (x < low) x = low; if (x > high) x = high` does; None for a NaN."""
    value = decode(bits, 32)
    if value == "nan":
        return None
    value = {"inf": high, "-inf": low}.get(value, value) if isinstance(value, str) else value
    return min(max(value, low), high)


def packed(bits, low, high, scale, offset, width):
    value = number_of(bits, low, high)
    if value is None:
        return None
    exact = value * scale + offset
    if exact.denominator == 2:
        return None  # Nothing says which way round() goes from the middle.
    return integer(exact, "ROUND") & ((1 << width) - 1)


MORE = [0x3E000000, 0x3F400000, 0x3FB504F3, 0x40490FDB, 0xC0490FDB, 0x41200000, 0x42C80000, 0xC2C80000, 0x4B800000,
        0x7149F2CA, 0x0DA24260, 0x3C010204]


def functions():
    table = Table("functions.txt", "Functions, sums of products and packing on special values",
                  "NV_gpu_program4 2.X.8.Z; EX2, LG2, POW, RSQ, SIN, COS and SCS rounded to nearest from 400 bits of "
                  "mpmath; POW by ApproxExp2(b * ApproxLog2(a))")
    values = F32 + MORE
    one = lambda op, meaning, of=values, size=32, scalar=".x": table.group(
        f"{op}{'.F64' if size == 64 else ''} r, a{scalar}", (size, size),
        [((a,), meaning(a), "") for a in of])
    positive = [a for a in values if not isinstance(decode(a, 32), str) and decode(a, 32) > 0 or a in (0x7F800000, 0x7FC00000)]
    one("EX2", lambda a: function(a, 32, lambda x: mpmath.power(2, min(max(x, -400), 400)), Fraction(0), "inf"))
    one("LG2", lambda a: function(a, 32, lambda x: mpmath.log(x, 2), "nan", "inf"), positive)
    one("RSQ", lambda a: function(a, 32, lambda x: 1 / mpmath.sqrt(x), "nan", Fraction(0)), positive)
    one("SIN", lambda a: 0x80000000 if a == 0x80000000 else function(a, 32, mpmath.sin, "nan", "nan"))
    one("COS", lambda a: function(a, 32, mpmath.cos, "nan", "nan"))
    small = [a for a in values if not isinstance(decode(a, 32), str) and abs(decode(a, 32)) <= Fraction(314159, 100000)]
    one("SCS", lambda a: function(a, 32, mpmath.cos, "nan", "nan"), small)
    one("RCC", clamped_reciprocal)
    for size, of in ((32, values), (64, F64)):
        unit = encode(Fraction(1), size)
        one("RCP", lambda a: divide(unit, a, size), of, size)
        one("FRC", lambda a: fraction_part(a, size), of, size, "")
        one("SSG", lambda a: sign_of(a, size), of, size, "")
    bases = [a for a in values if not is_negative(a, 32)][::2] + [0, 0x3F800000, 0x7F800000]
    table.group("POW r, a.x, b.x", (32, 32, 32), [
        ((a, b), power(a, b, 32), "") for a in bases for b in values[::2] if power(a, b, 32) is not None])
    few = F32[::2] + [0x7FC00000, 0x40200000, 0x3F800000]
    pairs = [(a, b) for a in few for b in few]
    two = lambda op, meaning: table.group(f"{op} r, a, b", (32, 32, 32), [((a, b), meaning(a, b), "") for a, b in pairs])
    for op, count in (("DP2", 2), ("DP3", 3), ("DP4", 4)):
        two(op, lambda a, b: products(a, b, count, 32))
    two("DPH", lambda a, b: products(a, b, 3, 32, b))
    two("XPD", lambda a, b: add(multiply(a, b, 32), multiply(a, b, 32), 32, True))
    table.group("DST r, a, b; MOV.U r.x, r.y", (32, 32, 32), [((a, b), multiply(a, b, 32), "") for a, b in pairs])
    triples = [(a, b, c) for a in few[::2] for b in few[::2] for c in few[::3]]
    three = lambda op, meaning: table.group(
        f"{op} r, a, b, c", (32, 32, 32, 32), [((a, b, c), meaning(a, b, c), "") for a, b, c in triples])
    three("DP2A", lambda a, b, c: products(a, b, 2, 32, c))
    unit = 0x3F800000
    three("LRP", lambda a, b, c: add(multiply(a, b, 32), multiply(add(unit, a, 32, True), c, 32), 32))
    three("X2D", lambda a, b, c: add(add(a, multiply(b, c, 32), 32), multiply(b, c, 32), 32))
    one("SWZ", lambda a: a, F32[:-1], 32, ", w, y, 0, 1")
    one("SWZ", lambda a: negated(a, 32), F32[:-1], 32, ", -z, y, 0, 1")
    table.group("PK64.U r, a", (64, 32), [((a,), a | a << 32, "") for a in I32])
    table.group("UP64.U r, a", (32, 64), [((a,), a & mask(32), "") for a in I64])
    table.group("UP64.U r, a; MOV.U r.x, r.w", (32, 64), [((a,), a >> 32, "") for a in I64])
    halves = [a for a in values if decode(a, 32) != "nan"]
    half = lambda a: encode(decode(a, 32), 16, negative_zero=is_negative(a, 32))
    table.group("PK2H.U r, a", (32, 32), [((a,), half(a) | half(a) << 16, "") for a in halves])
    for op, low, high, scale, offset, width in (
            ("PK2US", Fraction(0), Fraction(1), 65535, 0, 16), ("PK4UB", Fraction(0), Fraction(1), 255, 0, 8),
            ("PK4B", Fraction(-128, 127), Fraction(1), 127, 128, 8)):
        rows = []
        for a in values:
            byte = packed(a, low, high, scale, offset, width)
            if byte is not None:
                rows.append(((a,), sum(byte << at for at in range(0, 32, width)), ""))
        table.group(f"{op}.U r, a", (32, 32), rows)
    words = [0, 0x3C00BC00, 0x7C00FC00, 0x00018001, 0x03FF8400, 0xFFFF0000, 0x0000FFFF, 0x80017FFF, 0x12345678, mask(32)]
    for component, name in enumerate("xyzw"):
        move = f"; MOV.U r.x, r.{name}" if component else ""
        finite = [a for a in words if decode(a >> 16 * (component % 2) & 0xFFFF, 16) != "nan"]
        of_half = lambda h: encode(decode(h, 16), 32, negative_zero=is_negative(h, 16))
        for op, values_of, of in (
                ("UP2H", lambda a: of_half(a >> 16 * (component % 2) & 0xFFFF), finite),
                ("UP2US", lambda a: encode(Fraction(a >> 16 * (component % 2) & 0xFFFF, 65535), 32), words),
                ("UP4UB", lambda a: encode(Fraction(a >> 8 * component & 0xFF, 255), 32), words),
                ("UP4B", lambda a: encode(Fraction((a >> 8 * component & 0xFF) - 128, 127), 32), words)):
            table.group(f"{op}.U r, a.x{move}", (32, 32), [((a,), values_of(a), "") for a in of])
    table.write()


# ---- tests of condition codes -----------------------------------------------------------------------------

# Table X.16: the test and its condition over SF, ZF, CF and OF.
TESTS = {
    "EQ": lambda s, z, c, o: not s and z, "GE": lambda s, z, c, o: not s ^ o,
    "GT": lambda s, z, c, o: (not s) ^ o and not z, "LE": lambda s, z, c, o: s ^ (z or o),
    "LT": lambda s, z, c, o: (s and not z) ^ o, "NE": lambda s, z, c, o: s or not z,
    "FL": lambda s, z, c, o: False, "TR": lambda s, z, c, o: True, "NAN": lambda s, z, c, o: s and z,
    "LEG": lambda s, z, c, o: not s or not z, "CF": lambda s, z, c, o: c, "NCF": lambda s, z, c, o: not c,
    "OF": lambda s, z, c, o: o, "NOF": lambda s, z, c, o: not o, "SF": lambda s, z, c, o: s,
    "NSF": lambda s, z, c, o: not s, "AB": lambda s, z, c, o: c and not z, "BLE": lambda s, z, c, o: not c or z,
}


def conditions():
    table = Table("conditions.txt", "Tests of condition codes: 1 where the test holds",
                  "NV_gpu_program4 2.X.4.3, Table X.16 and what is said of SF, ZF, CF and OF below it")
    pairs = [(a, b) for a in (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF) for b in (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)]
    for name, holds in TESTS.items():
        for update, register in (("", ""), ("0", "0"), ("1", "1")):
            write = f"MOV.U r, {{0, 0, 0, 0}}; MOV.U r ({name}{register}.x), {{1, 1, 1, 1}}"
            for op in ("ADD", "SUB"):
                rows = []
                for a, b in pairs:
                    result = (a - b if op == "SUB" else a + b) & mask(32)
                    carry, overflow = sum_flags(a, b, 32, op == "SUB")
                    flags = (bool(result >> 31), result == 0, bool(carry), bool(overflow))
                    rows.append(((a, b), int(bool(holds(*flags))), ""))
                table.group(f"{op}.S.CC{update} r, a, b; {write}", (32, 32, 32), rows)
            rows = []
            for a in F32:
                sign, zero = (digit == "1" for digit in float_flags(a, 32)[2:])
                rows.append(((a,), int(bool(holds(sign, zero, False, False))), ""))
            table.group(f"MOV.F.CC{update} r, a; {write}", (32, 32), rows)
    table.write()


if __name__ == "__main__":
    integers()
    bit_fields()
    floats()
    conversions()
    functions()
    conditions()
