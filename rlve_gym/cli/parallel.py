"""Work for several processes, with few results in memory, and no process left behind however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing.connection import Connection
from typing import TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

AHEAD = 4
"""Items per process that are taken before their turn."""

_between = threading.Lock()
"""Held by a worker that is not at an item: it may be sending a result, and the parent would wait for the rest of it."""


def ordered_map(
    function: Callable[[ItemT], ResultT], items: Iterable[ItemT], processes: int
) -> Iterator[ResultT]:
    """``map(function, items)``, computed by several processes; by this one if ``processes`` is 1.

    Raises:
        concurrent.futures.process.BrokenProcessPool: a process was killed.
    """
    return _map(function, items, processes, in_order=True)


def unordered_map(
    function: Callable[[ItemT], ResultT], items: Iterable[ItemT], processes: int
) -> Iterator[ResultT]:
    """The same with each result as soon as it is there, so that no process ever waits for a slow item of another."""
    return _map(function, items, processes, in_order=False)


def _map(
    function: Callable[[ItemT], ResultT], items: Iterable[ItemT], processes: int, *, in_order: bool
) -> Iterator[ResultT]:
    if processes == 1:
        yield from map(function, items)
        return
    # "spawn" works everywhere, also while the thread of a progress bar runs.
    context = multiprocessing.get_context("spawn")
    stop, stopper = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_start, initargs=(stop,))
    pending: list[Future[ResultT]] = []

    def next_result() -> ResultT:
        future = pending[0] if in_order else wait(pending, return_when=FIRST_COMPLETED).done.pop()
        pending.remove(future)
        return future.result()

    try:
        for item in items:
            pending.append(pool.submit(_work, function, item))
            if len(pending) > AHEAD * processes:
                yield next_result()
        while pending:
            yield next_result()
    except BaseException:
        stopper.close()  # nobody wants the items that are being worked on, which may take minutes
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        stopper.close()
        stop.close()


def _work(function: Callable[[ItemT], ResultT], item: ItemT) -> ResultT:
    _between.release()
    try:
        return function(item)
    finally:
        _between.acquire()


def _start(stop: Connection) -> None:
    """A worker ends when it is told to and when its parent ends: Ctrl-C reaches both, and SIGKILL only the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None
    _between.acquire()

    def watch() -> None:
        stop.poll(None)  # until its other end is closed, by the parent or with it
        while parent.is_alive() and not _between.acquire(timeout=1):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
