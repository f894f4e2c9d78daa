# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the black-box tests on a program, on several desktops at once. The last line is `N passed, N failed`.

usage: /usr/bin/python3 Tests/BlackBox/run.py PROGRAM [--smoke | TEST-NAME-PATTERN]
--smoke runs a few tests of each window, those that use most of it.
KURS_DESKTOPS=N sets the number of desktops. KURS_PICTURES=FOLDER keeps a picture of each test's last screen.
"""
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import alert_windows  # noqa: E402
import background  # noqa: E402
import backups  # noqa: E402
import bus  # noqa: E402
import charts  # noqa: E402
import compact  # noqa: E402
import converted_tables  # noqa: E402
import copies  # noqa: E402
import day_rules  # noqa: E402
import drops  # noqa: E402
import exports  # noqa: E402
import heard  # noqa: E402
import kept  # noqa: E402
import launcher  # noqa: E402
import lists  # noqa: E402
import marks  # noqa: E402
import no_room_windows  # noqa: E402
import own_rates  # noqa: E402
import pictures  # noqa: E402
import portals  # noqa: E402
import provider_files  # noqa: E402
import rebuilt  # noqa: E402
import right_to_left  # noqa: E402
import said_amounts  # noqa: E402
import settings  # noqa: E402
import side_by_side  # noqa: E402
import tasks  # noqa: E402
import tiles  # noqa: E402
import unheard  # noqa: E402
import wayland  # noqa: E402
import windows  # noqa: E402

# The settings own the keyring's name on the bus. The portal of a file dialog would take it permanently.
MODULES = (settings, marks, alert_windows, compact, windows, lists, said_amounts, day_rules, own_rates, kept, charts,
           pictures, exports, drops, converted_tables, backups, provider_files, bus, heard, no_room_windows, copies,
           rebuilt, launcher, wayland, tiles, right_to_left, tasks, portals, background, unheard)

SMOKE = (
    "the_first_window_shows_converted_amounts", "a_typed_amount_is_converted_exactly",
    "clicking_buttons_of_the_keypad_types_a_number", "a_currency_is_found_by_country",
    "a_list_is_still_there_after_a_restart", "a_list_can_be_entered_with_the_keyboard_alone",
    "undo_and_redo_change_the_list_step_by_step", "a_custom_rate_is_used_and_marked",
    "keys_move_the_cross_hair_through_five_years", "the_table_shows_the_same_figures_as_the_chart",
    "another_provider_can_be_chosen_with_the_keyboard_alone", "a_setting_is_found_by_any_of_its_words",
    "a_saved_calculation_is_compared_with_today", "in_Arabic_the_window_is_laid_out_from_right_to_left",
)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    if not program.exists():
        sys.exit(f"{program} is not there: build it first")
    windows.WindowTest.program = pictures.PictureProcessTest.program = str(program)
    windows.WindowTest.pictures = os.environ.get("KURS_PICTURES")
    loader = unittest.TestLoader()
    if len(sys.argv) > 2:
        loader.testNamePatterns = [f"*{name}*" for name in (SMOKE if sys.argv[2] == "--smoke" else sys.argv[2:])]
    tests = [test for module in MODULES for test in side_by_side.flat(loader.loadTestsFromModule(module))]

    def prepare(desktop):
        windows.WindowTest.desktop = desktop

    sys.exit(side_by_side.run(tests, prepare))


main()
