"""Who does the work: processes of this machine (`concurrent.futures`), or a Ray cluster.

A pool is made of a kind of work (a class of `work`) and its settings. It has `submit(number, chunk)` and `finished()`, which
waits and gives pairs of a number and its rows. A chunk whose worker was lost is given out again; one that loses its workers
every time is taken apart until the item is known, whose row is then `lost`. What a worker returns depends on the chunk
alone.
"""

import multiprocessing
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from .work import lost

#: How many times a chunk is begun that loses its worker, before it is taken apart.
TRIES = 3


class PoolError(Exception):
    """The pool cannot go on: no cluster, or its object store is full."""


_worker = None


def _begin(kind, settings):
    global _worker
    _worker = kind(settings)


def _rows(worker, chunk):
    return [row for item in chunk for row in worker.rows(item)]


def _do(chunk):
    return _rows(_worker, chunk)


class Processes:
    """Worker processes of this machine."""

    def __init__(self, kind, settings, workers):
        self.kind, self.settings, self.workers = kind, settings, workers
        self.running, self.ready, self.tries = {}, [], {}
        self.pool = self._pool(workers)

    def _pool(self, workers):
        # A fresh interpreter a worker: forks of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(workers, context, _begin, (self.kind, self.settings))

    def submit(self, number, chunk):
        while True:
            try:
                self.running[self.pool.submit(_do, chunk)] = number, chunk
                return
            except BrokenProcessPool:
                self._renew()

    def __len__(self):
        return len(self.running) + len(self.ready)

    def finished(self):
        while not self.ready:
            done, _ = wait(self.running, return_when=FIRST_COMPLETED)
            if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                self._renew()
            else:
                self._take(done)
        ready, self.ready = self.ready, []
        return ready

    def _take(self, done):
        for future in done:
            number, _ = self.running.pop(future)
            self.ready.append((number, future.result()))

    def _renew(self):
        """One lost worker ends the pool: all that was under way begins again in a new one."""
        wait(self.running)
        self._take([future for future in self.running if future.exception() is None])
        broken, self.running = self.running, {}
        self.pool.shutdown(wait=False)
        self.pool = self._pool(self.workers)
        for number, chunk in broken.values():
            self.tries[number] = self.tries.get(number, 0) + 1
            if self.tries[number] < TRIES:
                self.submit(number, chunk)
            else:
                self.ready.append((number, self._alone(chunk)))

    def _alone(self, chunk):
        """The rows of a chunk in workers that have nothing else, so that what ends them is known."""
        rows = []
        for item in chunk:
            with self._pool(1) as pool:
                try:
                    rows += pool.submit(_do, [item]).result()
                except BrokenProcessPool:
                    rows.append(lost(self.kind, item, "its worker ended"))
        return rows

    def close(self):
        self.pool.shutdown(wait=False, cancel_futures=True)


class Ray:
    """Workers of a Ray cluster: settings and shared files lie once a machine in its object store."""

    def __init__(self, kind, settings, address, workers):
        try:
            import ray
        except ImportError as error:
            raise PoolError("Ray is not installed: pip install 'quadrille-gpu[ray]'") from error
        self.ray, self.kind = ray, kind
        try:
            if not ray.is_initialized():
                ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="warning")
            self.workers = workers or int(ray.cluster_resources().get("CPU", 1))
            # In a list, so that a task gets the reference: a process fetches what it refers to once.
            self.settings = [ray.put(settings)]
        except (ConnectionError, OSError, ray.exceptions.RayError) as error:
            raise PoolError(f"Ray: {error}") from error
        self.running = {}

        # The pool counts tries itself, so that a chunk which ends workers is taken apart.
        @ray.remote(max_retries=0, num_cpus=1)
        def work(kind, settings, chunk):
            return _rows(_kept(kind, settings[0]), chunk)

        self.task = work

    def submit(self, number, chunk, tries=0):
        try:
            task = self.task.remote(self.kind, self.settings, self.ray.put(chunk))
        except (self.ray.exceptions.ObjectStoreFullError, self.ray.exceptions.OutOfDiskError) as error:
            raise PoolError(f"Ray's object store is full: {error}") from error
        self.running[task] = number, chunk, tries

    def __len__(self):
        return len(self.running)

    def finished(self):
        done, _ = self.ray.wait(list(self.running), num_returns=1)
        results = []
        for task in done:
            number, chunk, tries = self.running.pop(task)
            rows = self._taken(task)
            if rows is not None:
                results.append((number, rows))
            elif tries + 1 < TRIES:
                self.submit(number, chunk, tries + 1)
            else:
                results.append((number, self._alone(chunk)))
        return results

    def _taken(self, task):
        """The rows of a task; none where its worker was lost."""
        errors = self.ray.exceptions
        try:
            return self.ray.get(task)
        except (errors.ObjectStoreFullError, errors.OutOfDiskError) as error:
            raise PoolError(f"Ray's object store is full: {error}") from error
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError):
            return None

    def _alone(self, chunk):
        rows = []
        for item in chunk:
            for _ in range(TRIES):
                one = self._taken(self.task.remote(self.kind, self.settings, self.ray.put([item])))
                if one is not None:
                    break
            rows += [lost(self.kind, item, "its worker ended")] if one is None else one
        return rows

    def close(self):
        for task in self.running:
            self.ray.cancel(task, force=True)


_made = {}


def _kept(kind, settings):
    """The worker of this process for settings in the object store, made once."""
    key = kind, settings
    if key not in _made:
        import ray

        _made.clear()
        _made[key] = kind(ray.get(settings))
    return _made[key]
