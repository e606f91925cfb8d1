from fractions import Fraction

import pytest

from rlve_gym.kit.modular import check_prime, how_to_reduce, prime_moduli, residue


def test_moduli_are_primes_that_grow_to_the_last():
    moduli = prime_moduli(998_244_353).values(30)
    assert moduli[:5] == [101, 101, 1009, 1009, 1009]
    assert moduli[13:] == [998_244_353] * 18
    for modulus in moduli:
        check_prime(modulus, 100)


@pytest.mark.parametrize(("modulus", "above"), [(1, 0), (91, 10), (561, 10), (101, 101), (7, 10), (-7, -10)])
def test_composite_and_small_moduli_are_refused(modulus, above):
    with pytest.raises(ValueError, match="prime greater than"):
        check_prime(modulus, above)


def test_residues_solve_their_congruence():
    for p in range(-5, 30):
        for q in range(1, 30):
            fraction = Fraction(p, q)
            r = residue(fraction, 31)
            assert 0 <= r < 31
            assert (r * fraction.denominator - fraction.numerator) % 31 == 0
    with pytest.raises(ValueError, match="not invertible"):
        residue(Fraction(1, 62), 31)


def test_the_example_of_the_prompt_is_right():
    assert how_to_reduce(101).endswith("1/2 would be 51.")
    assert residue(Fraction(1, 2), 101) == 51
