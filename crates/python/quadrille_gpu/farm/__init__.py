"""Many programs and scenes over many processes or machines: `python -m quadrille_gpu.farm`.

`work` is what is done with one item, `sources` where items come from, `pools` who does it (processes of this machine, or a
Ray cluster), `results` what is kept (Parquet files), `summary` what is told of them. What comes out is the same for any
number of workers.
"""

from .run import Farm, FarmError, run

__all__ = ["Farm", "FarmError", "run"]
