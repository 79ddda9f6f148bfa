"""Legal moves and ends of random 8x8 games against the variant "joust" of Fairy-Stockfish.

Joust is the duel under the plain end rule: a knight's start square becomes a wall when it leaves,
and the side to move without a move has lost. The program to check is the only argument.
"""
import json
import random
import subprocess
import sys

import pyffish

BINARY = sys.argv[1]
GAMES = 50


def position(board, side):
    """A FEN of joust in our notation: the first player's knight is A, walls are visited."""
    rows = []
    for row in board.split("/"):
        cells = ""
        for char in row:
            cells += {"N": "A", "n": "B", "*": "@"}.get(char) or "+" * int(char)
        rows.append(cells)
    return "/".join(rows) + (" A" if side == "w" else " B") + " plain"


def our_moves(fen):
    """Our legal moves by the counts of perft, which list them."""
    board, side = fen.split()[:2]
    out = subprocess.run([BINARY, "perft", "1", "--divide", "--json", "--position",
                          position(board, side)], text=True, capture_output=True, check=True)
    return sorted(json.loads(out.stdout)["divide"])


def main():
    rng = random.Random(1)
    positions = 0
    for game in range(GAMES):
        moves = []
        while True:
            start = pyffish.start_fen("joust")
            fen = pyffish.get_fen("joust", start, moves)
            legal = pyffish.legal_moves("joust", start, moves)
            # Fairy-Stockfish writes from, to and the square of the wall: g1f3,f3g1.
            theirs = sorted({move.split(",")[0][2:4] for move in legal})
            mine = our_moves(fen)
            positions += 1
            if theirs != mine:
                print(f"game {game + 1}: {fen}: joust {theirs}, ours {mine}")
                return 1
            if not legal:
                break
            moves.append(rng.choice(legal))
    print(f"joust agrees on {positions} positions of {GAMES} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
