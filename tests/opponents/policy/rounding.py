"""How much two float32 sums of the same terms may differ: processors and libraries add up in different orders."""

import numpy as np

ROUNDING = 1e-4  # of the largest number: hundreds of float32 roundings, and far less than a wrong weight makes


def assert_same_sums(found: np.ndarray, expected: np.ndarray) -> None:
    """Equal but for rounding, measured by the largest of the expected numbers: small ones are sums of large ones."""
    assert found.shape == expected.shape
    scale = np.abs(expected).max()
    assert scale > 0
    np.testing.assert_allclose(found, expected, rtol=0, atol=ROUNDING * scale)
