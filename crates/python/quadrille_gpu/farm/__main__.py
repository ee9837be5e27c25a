"""`python -m quadrille_gpu.farm check|translate|render|compare|storm`: many programs and scenes at once."""

import argparse
import shutil
import sys

import quadrille_gpu as gpu

from . import summary
from .run import Farm, FarmError, run


def _parser():
    parser = argparse.ArgumentParser(prog="python -m quadrille_gpu.farm", description=__doc__)
    every = argparse.ArgumentParser(add_help=False)
    every.add_argument("--out", required=True, metavar="FOLDER", help="results; the same command goes on from what is there")
    every.add_argument("--workers", type=_positive, default=0, metavar="N", help="worker processes; all cores otherwise")
    every.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="a Ray cluster (`auto`: the one of this machine); new without it"
    )
    every.add_argument("--chunk", type=_positive, default=100, metavar="N", help="items that a worker gets at once: 100")
    every.add_argument("-q", "--quiet", action="store_true", help="no progress")
    files = argparse.ArgumentParser(add_help=False)
    files.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, zip and tar archives")
    files.add_argument("--largest", type=_positive, default=4 << 20, metavar="BYTES", help="of a file: 4 MiB")
    programs = argparse.ArgumentParser(add_help=False)
    programs.add_argument("--dialect", choices=["strict", "nvidia", "apple", "mesa"])
    programs.add_argument("--limits", choices=["desktop", "minimum", "g80", "fermi", "unlimited"])
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("check", parents=[every, files, programs], help="which programs are accepted, and why the others are not")
    one = kinds.add_parser("translate", parents=[every, files, programs], help="programs in other languages")
    one.add_argument("--to", required=True, metavar="TARGETS", help="targets, with commas between")
    one.add_argument("--keep", action="store_true", help="keeps the shaders, not their size and sum alone")
    one = kinds.add_parser("render", parents=[every, files], help="verdicts and pictures of scenes")
    one.add_argument("--engine", metavar="NAME")
    one.add_argument("--keep", action="store_true", help="keeps the pictures, as PNG")
    one = kinds.add_parser("compare", parents=[every, files], help="how far pictures of engines and drivers lie apart")
    one.add_argument("--engines", required=True, metavar="NAMES", help="all others are compared with the first")
    one.add_argument("--tool", default="quadrille", help="the command `quadrille`, which has the drivers")
    one = kinds.add_parser("storm", parents=[every], help="random programs, by the runner of Quadrille's repository")
    one.add_argument("--seeds", type=_positive, required=True, metavar="N")
    one.add_argument("--first", type=int, default=0, metavar="SEED")
    one.add_argument("--runner", default="target/release/xtask", help="target/release/xtask")
    one.add_argument("--engines", action="store_true", help="compares the fast engine with the reference")
    return parser


def _positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _settings(parser, args):
    """The settings of a kind, from what was given."""
    given = vars(args)
    settings = {name: given[name] for name in ("dialect", "limits", "engine", "keep") if given.get(name)}
    if args.kind == "translate":
        settings["targets"] = args.to.split(",")
        unknown = [name for name in settings["targets"] if name not in gpu.targets()]
        if unknown:
            parser.error(f"there is no target {unknown[0]!r}; there are {', '.join(gpu.targets())}")
    if args.kind == "render" and args.engine:
        try:
            gpu.Session(engine=args.engine)
        except ValueError as error:
            parser.error(str(error))
    if args.kind == "compare":
        settings["engines"] = args.engines.split(",")
        if len(settings["engines"]) < 2:
            parser.error("--engines wants two names or more")
    for name in ("tool", "runner"):
        if name in given:
            settings[name] = shutil.which(given[name])
            if settings[name] is None:
                parser.error(f"there is no program {given[name]!r}")
    if args.kind == "storm":
        settings["storm"] = ["--engines"] if args.engines else []
    return settings


def main(words=None):
    """The exit status: 0, or 1 if something was lost, 2 for what cannot begin or go on."""
    parser = _parser()
    args = parser.parse_args(words)
    farm = Farm(
        kind=args.kind,
        out=args.out,
        paths=vars(args).get("paths", []),
        settings=_settings(parser, args),
        first=vars(args).get("first", 0),
        seeds=vars(args).get("seeds", 0),
        chunk=args.chunk,
        largest=vars(args).get("largest", 4 << 20),
        workers=args.workers,
        ray=args.ray,
    )
    try:
        counts = run(farm, progress=not args.quiet)
    except FarmError as error:
        print(f"farm: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"farm: stopped; the same command goes on from what is in {args.out}", file=sys.stderr)
        return 130
    print(summary.text(counts))
    print(f"\n{args.out}/results.parquet, summary.json")
    bad = {"lost", "failed", "fail", "error"}
    return int(any(counts["outcomes"].get(outcome) for outcome in bad))


if __name__ == "__main__":
    sys.exit(main())
