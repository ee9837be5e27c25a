#!/usr/bin/env python3
"""Writes groups.txt: what threads of a group, and fragments of a quad, give one another.

source: NV_gpu_program5 2.X.8.Z TGALL, TGANY, TGEQ (pseudo-code); NV_shader_thread_group 2.X.8.Z TGBALLOT, QSWZ;
NV_shader_thread_shuffle 2.X.8.Z SHFDOWN, SHFIDX, SHFUP, SHFXOR, with the range of thread numbers inclusive
(docs/ambiguities.md, A104); NV_fragment_program4 2.X.8.Z DDX, DDY as differences of a quad (A79). Written down here
with exact fractions and unbounded integers; it shares nothing with the engines.
"""

from generate import add, decode

# +0, -0, the least denormal, its negative, the greatest denormal, 1, -1.5, the greatest, infinities, a NaN.
FLOATS = [0, 1 << 31, 1, (1 << 31) + 1, 0x7FFFFF, 0x3F800000, 0xBFC00000, 0x7F7FFFFF, 0x7F800000, 0xFF800000,
          0x7FC00000]
# 0, 1, the greatest and the least signed number, the greatest unsigned one.
INTEGERS = [0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]

TYPES = {"F32": FLOATS, "S32": INTEGERS, "U32": INTEGERS}


def true_of(name):
    """The TRUE value of a type."""
    return 0x3F800000 if name == "F32" else 0xFFFFFFFF


def nonzero(bits, name):
    """Whether a number is other than zero: -0 is zero, a NaN is not."""
    return decode(bits, 32) != 0 if name == "F32" else bits != 0


def words(values):
    return " ".join("-" if value is None else f"{value:x}" for value in values)


def active_of(mask, count):
    return [bool(mask >> thread & 1) for thread in range(count)]


def for_active(active, value):
    return [value if is_active else None for is_active in active]


def votes(lines):
    for name, values in TYPES.items():
        groups = [[value] * 4 for value in values]
        groups += [[values[(first + step) % len(values)] for step in range(4)] for first in range(len(values))]
        for operation in ("TGALL", "TGANY", "TGEQ"):
            lines.append(f"vote {operation}.{name}")
            for group in groups:
                for mask in (0b1111, 0b1011, 0b0110, 0b1000):
                    active = active_of(mask, 4)
                    truths = [nonzero(value, name) for value, on in zip(group, active) if on]
                    outcome = {"TGALL": all(truths), "TGANY": any(truths), "TGEQ": len(set(truths)) == 1}[operation]
                    result = for_active(active, true_of(name) if outcome else 0)
                    lines.append(f"{words(group)} : {words(result)}")


def ballots(lines):
    for name, values in TYPES.items():
        lines.append(f"ballot TGBALLOT.{name}")
        for first in range(len(values)):
            group = [values[(first + step) % len(values)] for step in range(8)]
            for mask in (0xFF, 0b10110101, 0b01000010):
                active = active_of(mask, 8)
                bits = sum(1 << thread for thread in range(8) if active[thread] and nonzero(group[thread], name))
                lines.append(f"{words(group)} : {words(for_active(active, bits))}")


def source_of(operation, thread, index, mask):
    """The thread that a thread reads, and whether it is in range."""
    clamp, segment = mask & 31, mask >> 8 & 31
    least = thread & segment
    most = least | (clamp & ~segment)
    computed = {"SHFDOWN": thread + index, "SHFUP": thread - index, "SHFXOR": thread ^ index,
                "SHFIDX": index & ~segment | least}[operation]
    in_range = computed >= most if operation == "SHFUP" else computed <= most
    return (computed if in_range else thread), in_range


def shuffles(lines):
    count = 8
    values = [FLOATS[thread] for thread in range(count)]
    for name in TYPES:
        for operation in ("SHFDOWN", "SHFUP", "SHFXOR", "SHFIDX"):
            lines.append(f"shuffle {operation}.{name}")
            for segment in (0, 0b11100, 0b11110, 0b11000):
                for clamp in (0, 3, 7, 31):
                    for index in (0, 1, 2, 5, 31):
                        mask = segment << 8 | clamp
                        for live in (0xFF, 0b11011011):
                            active = active_of(live, count)
                            predicates, got = [], []
                            for thread in range(count):
                                source, in_range = source_of(operation, thread, index, mask)
                                if not active[thread]:
                                    predicates.append(None)
                                    got.append(None)
                                    continue
                                predicates.append(true_of(name) if in_range else 0)
                                # What comes from a thread that is not active, or not there, is undefined.
                                there = source < count and active[source]
                                got.append(values[source] if there else None)
                            lines.append(
                                f"{words(values)} / {index:x} {mask:x} {live:x} : {words(predicates)} / {words(got)}")


def derivatives(lines):
    quads = [[FLOATS[a], FLOATS[b], FLOATS[(a + b) % 11], FLOATS[(a + 2 * b + 3) % 11]]
             for a in range(11) for b in range(11)]
    for operation, step in (("DDX", 1), ("DDY", 2)):
        lines.append(f"derivative {operation}.F32")
        for quad in quads:
            result = [add(quad[lane | step], quad[lane & ~step], 32, True) for lane in range(4)]
            lines.append(f"{words(quad)} : {words(result)}")
    # The first operand of another fragment plus the second of the own one; fragments 0 to 3 are numbered from the
    # upper row on, and lanes from the lower one.
    for operation in ("QSWZ0", "QSWZ1", "QSWZ2", "QSWZ3", "QSWZX", "QSWZY"):
        lines.append(f"quad {operation}")
        for quad in quads[::5]:
            def other(lane):
                if operation == "QSWZX":
                    return lane ^ 1
                if operation == "QSWZY":
                    return lane ^ 2
                return int(operation[4]) ^ 2
            result = [add(quad[other(lane)], quad[lane], 32) for lane in range(4)]
            lines.append(f"{words(quad)} : {words(result)}")


def main():
    lines = ["# Votes, ballots, shuffles, derivatives and sums over quads, on special values",
             "# source: NV_gpu_program5 2.X.8.Z TGALL, TGANY, TGEQ; NV_shader_thread_group 2.X.8.Z TGBALLOT, QSWZ;",
             "# NV_shader_thread_shuffle 2.X.8.Z; NV_fragment_program4 2.X.8.Z DDX, DDY; computed by groups.py",
             "# A line has the values of the threads, and what each gets; - is a thread that is not active, or a value",
             "# that is undefined. Of shuffles / separates values from index, mask and active threads, and the first",
             "# component of the result from the second."]
    for table in (votes, ballots, shuffles, derivatives):
        lines.append("")
        table(lines)
    with open("groups.txt", "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
