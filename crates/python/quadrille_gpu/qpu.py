"""The QPUs of the Raspberry Pi's VideoCore IV: assemble, disassemble, check, run."""

from ._native import QpuRun as Run
from ._native import qpu_assemble as assemble
from ._native import qpu_check as check
from ._native import qpu_disassemble as disassemble
from ._native import qpu_run as run

__all__ = ["Run", "assemble", "check", "disassemble", "run"]
