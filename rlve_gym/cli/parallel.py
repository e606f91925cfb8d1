"""Work for several processes, with results in order and few of them in memory."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

AHEAD = 4
"""Items per process that are taken before their turn."""


def ordered_map(
    function: Callable[[ItemT], ResultT], items: Iterable[ItemT], processes: int
) -> Iterator[ResultT]:
    """``map(function, items)``, computed by several processes; by this one if ``processes`` is 1.

    Raises:
        concurrent.futures.process.BrokenProcessPool: a process was killed.
    """
    if processes == 1:
        yield from map(function, items)
        return
    # "spawn" works everywhere, also while the thread of a progress bar runs.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_start)
    pending: deque[Future[ResultT]] = deque()
    try:
        for item in items:
            pending.append(pool.submit(function, item))
            if len(pending) > AHEAD * processes:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start() -> None:
    """A worker ends with its parent, however that ends: Ctrl-C reaches both, and SIGKILL only the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
