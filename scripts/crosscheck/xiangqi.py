"""Compares our legal moves with pyffish's on positions from random games, ends of games included.

Half of the games start from the usual position; the others from one with few pieces left, where kings,
cannons and pins meet more often. What pyffish says becomes a fixture file, and `xiangqi batch` compares:
as many moves, and each of them.
"""

import os
import random
import subprocess
import sys
import tempfile

import pyffish

START = pyffish.start_fen("xiangqi")
THIN = [
    "3ak4/4a4/4b4/3N5/4C4/6R2/9/4B4/4A4/2BAK3c w - - 0 1",
    "4k4/3Pa4/9/4n4/9/2c6/4P4/9/1R2A3r/4K4 b - - 0 1",
    "2bakab2/9/4c4/p3n4/4C4/9/P3N4/4C4/9/2BAKAB2 w - - 0 1",
]
# Fixture files may not be larger than a mebibyte.
PER_FILE = 500


def to_ours(move):
    """`a1b10`, counted from 1, to `a0b9`."""
    split = 2 if move[2].isalpha() else 3
    squares = move[:split], move[split:]
    return "".join(square[0] + str(int(square[1:]) - 1) for square in squares)


def random_positions(count, rng):
    found = []
    while len(found) < count:
        fen = START if rng.random() < 0.5 else rng.choice(THIN)
        for _ in range(120):
            moves = pyffish.legal_moves("xiangqi", fen, [])
            found.append((fen, sorted(map(to_ours, moves))))
            if not moves or len(found) >= count:
                break
            fen = pyffish.get_fen("xiangqi", fen, [rng.choice(moves)])
    return found


def case(index, fen, moves):
    listed = ", ".join(f"{move} = 1" for move in moves)
    return (
        f'[[case]]\nname = "{index}: {fen}"\nkind = "perft"\nposition = "{fen}"\ndepth = 1\n'
        f"expect = {{ nodes = {len(moves)}, divide = {{ {listed} }} }}\n"
    )


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    positions = random_positions(count, random.Random(seed))
    for fen, moves in positions:
        # A side without a move has lost, says pyffish too.
        assert moves or pyffish.game_result("xiangqi", fen, []) < 0, fen
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(positions), PER_FILE):
            path = os.path.join(folder, f"pyffish-{start:06}.toml")
            with open(path, "w", encoding="utf-8") as file:
                cases = enumerate(positions[start : start + PER_FILE], start)
                file.writelines(case(index, *position) for index, position in cases)
        command = [os.environ["XIANGQI"], "batch", folder, "--quiet"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = result.stdout.splitlines()
    if result.returncode != 0:
        print("\n".join(line for line in lines if line.startswith("NO")))
        print(result.stderr, end="")
    ends = sum(1 for _, moves in positions if not moves)
    verdict = lines[-1] if lines else "no answer"
    print(f"{len(positions)} positions, {ends} of them ends of games: {verdict}")
    sys.exit(result.returncode)


main()
