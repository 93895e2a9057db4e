"""Long lists of options, worked out only as far as somebody looks.

A unit that moves may have hundreds of ends to choose from, and each must be proved legal. Whoever shows them or weighs
them needs them all: `sift` finds them once, when the list is first read. A random player needs only one: `pick` draws
thinkable answers until one is legal, and proves no others.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
Chance = Callable[[], float]
"""A random number from 0 up to 1."""


class Picked:
    """An option chosen by `pick`: it stands for the index that nobody has worked out."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Sifted(Sequence[T], Generic[T]):
    """Options that pass a test, found when they are wanted."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: list[T] | None = None

    @abstractmethod
    def sift(self) -> list[T]:
        """All the options, in their order."""

    @abstractmethod
    def pick(self, chance: Chance) -> T:
        """One option at random; any of them may come up."""

    @property
    def found(self) -> list[T]:
        if self._found is None:
            self._found = self.sift()
        return self._found

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self.found[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self.found)
