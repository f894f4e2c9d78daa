# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the runners: the counts, the choice of tests for a change, and the reports of failures."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

import changed
import main
import process
import runners
import accessible
import common
import rows
import side_by_side
from beside import Ahead, Beside
from counted import run_and_end
from process import ROOT, Count


class RunnerTest(unittest.TestCase):
    """A test with a temporary folder. `shown` contains the text that runners print."""

    def setUp(self):
        self.shown = self.enterContext(contextlib.redirect_stdout(io.StringIO()))
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        process.said_so_far.clear()

    def assert_gone(self, pattern):
        """Waits until no process has such a command line. A killed process stays for a moment on a busy computer."""
        looks = (subprocess.run(["pgrep", "-f", pattern], capture_output=True).returncode for _ in range(200))
        self.assertIn(1, looks)

    def built(self, script):
        """Makes a built package. Its test program is a shell script."""
        program = self.folder / ".build" / "debug" / "SomePackageTests.xctest"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return program.parent

    def counted(self, script, *arguments):
        return process.swift_testing(*arguments, binaries=self.built(script))


class Counting(RunnerTest):
    def test_a_runner_that_stops_with_an_error_counts_as_failed(self):
        self.assertEqual(Count(passed=7).ended(1), Count(passed=7, failed=1))
        self.assertEqual(Count(passed=7).ended(0), Count(passed=7))
        self.assertEqual(Count(passed=7, failed=2).ended(1), Count(passed=7, failed=2))

    def test_passed_and_failed_tests_are_counted_from_the_output_of_a_runner(self):
        file = self.folder / "tests.py"
        file.write_text("print('3 passed, 1 failed')\nprint('4 passed, 0 failed, 2 skipped')\nraise SystemExit(1)\n")
        self.assertEqual(process.python(str(file)), Count(7, 1, 2))

    def test_checks_print_their_faults_and_then_their_counts(self):
        for holding, code, said in (
                (True, 0, "2 passed, 0 failed\n"), (None, 1, "fault\n1 passed, 1 failed\n")):
            made = common.Checks()
            made.expect(True, "nothing")
            made.expect(holding, "fault")
            with contextlib.redirect_stdout(io.StringIO()) as shown, self.assertRaises(SystemExit) as ended:
                made.end()
            self.assertEqual((ended.exception.code, shown.getvalue()), (code, said))

    def test_a_hanging_runner_is_ended_with_its_children(self):
        # The fraction differs from those of other runs on this computer.
        mark = time.time_ns()
        code, said = process.run(["sh", "-c", f"echo first; sleep 987.{mark} & sleep 986.{mark}"], patience=1)
        self.assertNotEqual(code, 0)
        self.assertTrue(said.startswith("first\n"), said)
        self.assertIn("HANGS: sh -c", said)
        self.assertIn("sleep 987", said)
        self.assert_gone(rf"sleep 98[67]\.{mark}")
        self.assertIn("HANGS: ", process.complaint([said])[0])

    def test_at_most_two_core_tests_per_processor_core_run_in_parallel(self):
        count = self.counted("echo 'Test run with' $SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH tests")
        self.assertEqual(count, Count(2 * os.cpu_count()))

    def test_core_tests_run_without_recording_backtraces_of_errors(self):
        count = self.counted("test $SWT_SWIFT_ERROR_BACKTRACING_ENABLED = 0 && echo 'Test run with 1 tests'")
        self.assertEqual(count, Count(1))

    def test_tests_that_a_crashed_process_did_not_run_count_as_failed(self):
        script = """case "$*" in *--list-tests*) printf 'A.a()\nA.b()\nA.c()\nB.d()\n'; exit ;; esac
echo '✔ Test a() passed after 1 second.'; echo '✘ Test b() failed after 1 second.'; kill -ILL $$"""
        self.assertEqual(self.counted(script, "--skip", "B"), Count(1, 2))
        self.assertIn("1 of 3 did not end or did not run", process.complaint(process.said_so_far)[-1])
        self.assertEqual(self.counted(script.replace("A.", "B."), "--filter", "^B"), Count(1, 3))

    def test_a_process_that_crashes_after_its_last_test_counts_as_failed(self):
        self.assertEqual(Count(passed=3).crashed(3), Count(3, 1))

    def test_a_run_with_too_many_open_files_fails(self):
        self.assertEqual(Count(2, 1), self.counted("""exec python3 -c 'f = [open("/dev/null") for _ in range(520)]
import time; time.sleep(0.5); print("Test run with 2 tests")'"""))

    def test_a_low_limit_of_open_files_is_raised_for_tests(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        count = self.counted("sleep 0.5; echo Test run with $(ulimit -n) tests")
        self.assertEqual(count, Count(min(process.FILE_LIMIT, hard)))

    def test_progress_counts_are_shown_and_each_failure_printed_once(self):
        lines = "[7/9] Compiling\n✔ Test a() passed after 1 second.\nTest Case 'B.b' failed (1 s)\nc ... ok (0.1 s)\n"
        self.enterContext(unittest.mock.patch.object(process, "LOGS", self.folder))
        progress = process.Progress()
        progress.begin("some")
        progress.hear(lines.splitlines(keepends=True)[0])
        progress.shown = 0
        progress.hear("".join(lines.splitlines(keepends=True)[1:]))
        progress.tick()
        self.assertEqual(self.shown.getvalue(), "some: built 7 of 9, 0 s\nsome: 2 passed, 1 failed, 0 s\n")
        failures = "✘ Test d() recorded an issue at D.swift:1:1: false\n↳ why\n✘ Test d() failed after 1 second.\n"
        self.assertEqual(process.complaint([failures, failures]), failures.splitlines()[:2])

    def test_the_reasons_for_skipped_tests_are_counted(self):
        said = ["SKIPPED: portals.PortalTest.test_a: /dev/fuse is missing\n", "a (B.a) ... skipped '/dev/fuse is missing'\n",
                '➜ Test c() skipped: "nghttpd is not installed"\n']
        self.assertEqual(process.skipped(said), {"/dev/fuse is missing": 2, "nghttpd is not installed": 1})

    def test_all_tests_of_a_widget_test_class_run_in_the_same_process(self):
        names = "".join(
            f"WidgetTests.{name}/test{number}\n" for name in ("A", "B", "LeakTests", "Z") for number in (1, 2))
        program = process.tests_in(self.built(f"printf 'Listing 8 tests:\n{names}'"))
        self.assertEqual(
            runners.shares(program),
            [{"WidgetTests.LeakTests": 2}, {"WidgetTests.A": 2, "WidgetTests.Z": 2}, {"WidgetTests.B": 2}])

    def test_a_test_runner_that_ran_fewer_tests_than_recorded_is_reported(self):
        known = {"core": 10}
        self.assertIn("core had 9 tests and 10 are kept", main.fewer("core", Count(passed=9), known))
        self.assertIsNone(main.fewer("core", Count(passed=8, skipped=2), known))
        self.assertIsNone(main.fewer("new", Count(passed=1), known))

    def test_running_one_test_runner_keeps_the_recorded_counts_of_other_runners(self):
        file = self.folder / "tests.json"
        file.write_text('{"core": 5, "data": 3}')
        self.enterContext(unittest.mock.patch.multiple(
            main, COUNTS=file, chosen=lambda given: {"data": lambda: Count(passed=6, skipped=1)}))
        self.enterContext(unittest.mock.patch.object(sys, "argv", ["main.py", "--keep-counts"]))
        self.enterContext(unittest.mock.patch.object(process, "LOGS", self.folder))
        with self.assertRaises(SystemExit) as ended:
            main.main()
        self.assertEqual((ended.exception.code, json.loads(file.read_text())), (0, {"core": 5, "data": 7}))
        self.assertTrue(self.shown.getvalue().endswith("\n6 passed, 0 failed\n"))


class BuildingAhead(RunnerTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "said"
        self.file.touch()

    def shell(self, command):
        return ["sh", "-c", f"{command} >>{self.file}"]

    def test_builds_run_in_order_on_idle_cores(self):
        idle = self.shell("chrt --pid $$ | head -n 1 | cut -d : -f 2")
        with Ahead({"first": [idle, self.shell("exit 1")], "second": [self.shell("echo second")]}) as ahead:
            ahead.leave("not built ahead")
            ahead.thread.join(60)
            self.assertEqual(self.file.read_text(), " SCHED_IDLE\nsecond\n")

    def test_a_build_that_a_runner_waits_for_has_normal_priority(self):
        build = self.shell("chrt --pid $$ | grep -q SCHED_IDLE && sleep 985; echo built")
        for pause in (0, 1):
            with Ahead({"first": [build], "second": [self.shell("echo second")]}) as ahead:
                time.sleep(pause)
                ahead.leave("first")
                self.assertEqual(process.build_once(build), 0)
                ahead.thread.join(60)
            process.done.clear()
            self.assertEqual(sorted(self.file.read_text().split()), ["built", "second"])
            self.file.write_text("")

    def test_a_successful_build_is_not_repeated(self):
        well, badly = self.shell("echo well"), self.shell("echo badly; exit 1")
        with Ahead({"first": [well, badly]}) as ahead:
            ahead.thread.join(60)
        badly_again = ["sh", "-c", "exit 3"]
        codes = [process.build_once(each) for each in (well, well, badly_again, badly_again)]
        self.assertEqual((codes, self.file.read_text()), ([0, 0, 3, 3], "well\n"))

    def test_a_build_pauses_while_a_test_measures_time(self):
        def grown(length, patience):
            """Returns whether the build's output grows. Waits for an idle core if the computer is busy."""
            deadline = time.monotonic() + patience
            while len(self.file.read_text()) <= length and time.monotonic() < deadline:
                time.sleep(0.05)
            return len(self.file.read_text()) > length

        with Ahead({"first": [["sh", "-c", f"while sleep 0.05; do echo; done >>{self.file}"]]}):
            self.assertTrue(grown(0, 60))
            with process.quietly():
                time.sleep(0.2)
                rested = len(self.file.read_text())
                self.assertFalse(grown(rested, 0.5))
            self.assertTrue(grown(rested, 60))

    def test_no_build_starts_after_the_runners_have_ended(self):
        begun, mark = time.monotonic(), time.time_ns()
        with Ahead({"first": [self.shell(f"sleep 984.{mark}")], "second": [self.shell("echo second")]}):
            time.sleep(0.2)
        self.assertLess(time.monotonic() - begun, 60)
        self.assertEqual(self.file.read_text(), "")
        self.assert_gone(rf"sleep 984\.{mark}")


class Changing(unittest.TestCase):
    targets = [
        {"name": name, "type": kind, "path": path, "dependencies": [{"byName": [each, None]} for each in uses]}
        for name, kind, path, uses in (
            ("JSONSchema", "regular", "Packages/JSONSchema", []),
            ("KursModel", "regular", "Sources/Core/Model", []),
            ("KursValidation", "regular", "Sources/Core/Validation", ["JSONSchema"]),
            ("ItemsTests", "test", "Tests/Core/ItemsTests", ["KursValidation"]),
            ("KursStorage", "regular", "Sources/Core/Storage", ["KursModel"]),
            ("KursDrawing", "regular", "Sources/Drawing/Canvas", []),
            ("kurs", "executable", "Sources/Programs/kurs", ["KursStorage", "KursDrawing"]),
            ("kurs-cli", "executable", "Sources/CLI", ["KursStorage"]),
            ("ModelTests", "test", "Tests/Core/ModelTests", ["KursModel"]),
            ("StorageTests", "test", "Tests/Core/StorageTests", ["KursStorage"]),
            ("WidgetTests", "test", "Tests/Widgets", ["KursDrawing"]))]

    def needed(self, *files):
        return changed.needed(files, self.targets)

    def test_a_change_runs_the_tests_of_its_target_and_dependent_targets(self):
        self.assertEqual(
            self.needed("Sources/Core/Storage/A.swift"), ({"terminal", "smoke"}, {"StorageTests", "ArchitectureTests"}))
        self.assertEqual(
            self.needed("Sources/Core/Model/A.swift"),
            ({"terminal", "smoke"}, {"ModelTests", "StorageTests", "ArchitectureTests"}))
        self.assertEqual(
            self.needed("Sources/Drawing/Canvas/A.swift"), ({"smoke", "widgets"}, {"ArchitectureTests"}))

    def test_a_change_outside_the_main_package_runs_the_runners_of_its_folder(self):
        self.assertEqual(self.needed("Server/Package.swift", "Server/openapi.yaml"), ({"server", "account"}, {"ArchitectureTests"}))
        self.assertEqual(
            self.needed("Packages/JSONSchema/Sources/JSONSchema/A.swift"),
            ({"packages"}, {"ItemsTests", "ArchitectureTests"}))
        self.assertEqual(self.needed("docs/RATES.md", "po/de.po"), ({"data", "smoke"}, set()))
        self.assertEqual(self.needed("COPYING"), (set(), set()))

    def test_architecture_tests_run_after_any_swift_change(self):
        self.assertEqual(self.needed("Sources/Nowhere/A.swift"), (set(), {"ArchitectureTests"}))


class Script(unittest.TestCase):
    """A test that returns a given result in each run. Each run removes one letter from a file."""
    folder = None

    def follow(self, name):
        file = pathlib.Path(self.folder, name)
        outcomes = file.read_text()
        file.write_text(outcomes[1:])
        if outcomes[0] == "!":
            os.kill(os.getpid(), signal.SIGKILL)
        self.assertEqual(outcomes[0], "+")

    def one(self):
        self.follow("one")

    def other(self):
        self.follow("other")


class Unsteady(unittest.TestCase):
    def said(self, one, other):
        """Runs two such tests. Returns their output and exit code."""
        tests = [Script("one"), Script("other")]
        with tempfile.TemporaryDirectory() as Script.folder:
            for name, outcomes in (("one", one), ("other", other)):
                pathlib.Path(Script.folder, name).write_text(outcomes)
            with contextlib.redirect_stdout(io.StringIO()) as said:
                code = side_by_side.run(tests, lambda desktop: None, 2, self.desktop)
            self.desktops = len(list(pathlib.Path(Script.folder).glob("desktop-*")))
        return said.getvalue(), code

    @contextlib.contextmanager
    def desktop(self):
        pathlib.Path(Script.folder, f"desktop-{os.getpid()}").touch()
        yield

    def test_a_passing_test_is_not_repeated(self):
        said, code = self.said("+-", "+-")
        self.assertEqual((said.splitlines()[-1], code), ("2 passed, 0 failed, 0 skipped", 0))
        self.assertNotIn("UNSTEADY", said)

    def test_a_failed_test_that_then_passes_three_times_is_reported_as_unsteady(self):
        said, code = self.said("-+++-", "+-")
        self.assertEqual((said.splitlines()[-1], code), ("2 passed, 0 failed, 0 skipped", 0))
        self.assertRegex(said, r"(?m)^UNSTEADY: \S+\.one failed, and alone it ended with ok, ok, ok$")
        # The data that a run leaves on its desktop must be missing in the next run.
        self.assertEqual(self.desktops, 2 + 3)

    def test_a_test_that_fails_only_sometimes_counts_as_failed(self):
        for outcomes in ("----", "--++", "-+-+", "-++-"):
            said, code = self.said("+-", outcomes)
            self.assertEqual((said.splitlines()[-1], code), ("1 passed, 1 failed, 0 skipped", 1), outcomes)

    def test_a_test_whose_process_is_killed_fails_and_other_tests_continue(self):
        said, code = self.said("!", "+")
        self.assertEqual((said.splitlines()[-1], code), ("1 passed, 1 failed, 0 skipped", 1))

    def test_many_failed_tests_are_not_run_again(self):
        most, side_by_side.MOST_UNSTEADY = side_by_side.MOST_UNSTEADY, 1
        self.addCleanup(setattr, side_by_side, "MOST_UNSTEADY", most)
        said, code = self.said("-+++", "-+++")
        self.assertEqual((said.splitlines()[-1], code), ("0 passed, 2 failed, 0 skipped", 1))


def run_apart():
    process.run(["sh", "-c", "echo first; echo UNSTEADY: it"])
    return Count(2, 1), list(process.said_so_far), 7


def run_beside():
    process.run(["echo", "beside"])
    return Count(passed=1), list(process.said_so_far), 7


def run_broken():
    raise RuntimeError("no such thing")


def run_killed():
    os.kill(os.getpid(), signal.SIGKILL)


class Besides(RunnerTest):
    """Tests of a runner in a separate process."""

    def test_the_output_of_a_runner_is_printed_when_it_ends(self):
        self.assertEqual(Beside(run_apart).end(), (Count(2, 1), ["first\n", "UNSTEADY: it\n"], 7))
        self.assertEqual(self.shown.getvalue(), "")

    def test_outputs_of_parallel_runners_are_not_mixed(self):
        beside = Beside(run_beside)
        self.assertEqual(process.run(["sh", "-c", "echo here; sleep 0.2; echo there"])[1], "here\nthere\n")
        self.assertEqual(beside.end(), (Count(passed=1), ["beside\n"], 7))

    def test_a_runner_that_is_aborted_counts_as_failed(self):
        for run, message in ((run_broken, "no such thing"), (run_killed, "terminated abruptly")):
            count, said, _ = Beside(run).end()
            self.assertEqual(count, Count(failed=1))
            self.assertIn(message, said[-1])


class Bench(unittest.TestCase):
    def test_measured_memory_excludes_the_measuring_program(self):
        large = bytearray(64 * 1024 * 1024)
        sys.path.insert(0, str(ROOT / "bench"))
        from anchors import command

        self.assertLess(command(["true"]).memory, 16, len(large))
        self.assertIsNone(command(["false"]))


class Looking(unittest.TestCase):
    """Tests of reports that contain all elements of a program."""
    place, other = (":1.7", "/element/1"), (":1.7", "/element/2")

    def told(self, count, role):
        states = [5, 2 ** 31]
        item = (self.place, self.other, self.other, -1, count, ["org.a11y.atspi.Text"], "it's", role, "described", states)
        bus = object.__new__(accessible.Bus)
        bus.ask = lambda *_: [item, item]
        return bus.told_at_once(":1.7")

    def test_name_and_role_and_states_of_an_accessible_widget_are_read(self):
        answers = accessible.Answers("it's", 23, [5, 2 ** 31], ["org.a11y.atspi.Text"], None, self.other)
        self.assertEqual(self.told(2, 23), {self.place: answers})

    def test_a_widget_without_children_gets_no_request_for_its_children(self):
        self.assertEqual(self.told(0, 23)[self.place].children, [])
        self.assertIsNone(self.told(0, int(accessible.Atspi.Role.APPLICATION))[self.place].children)

    def window(self, *rows, hidden=()):
        """Returns the outermost element of a program. Each row has place, parent, role and name of an element."""
        places = [(":1.7", f"/element/{number}") for number in range(10)]
        children = {place: [places[number] for number, above, *_ in rows if places[above] == place and number not in hidden]
                    for place in places}
        bus, self.asked = object.__new__(accessible.Bus), []

        def ask_all(questions):
            self.asked += [each[:2] for each in questions]
            return [children[each[:2]] for each in questions]

        bus.ask = lambda *_: [
            (places[number], places[0], places[above], -1, len(children[places[number]]), [], name, int(role), "", [2 ** 30, 0])
            for number, above, role, name in rows]
        bus.ask_all = ask_all
        return accessible.Element(bus, *places[0], accessible.Answers("", accessible.Atspi.Role.APPLICATION, [0, 0], []))

    def test_the_only_child_of_a_button_widget_is_found_without_a_request(self):
        button, panel, label = (getattr(accessible.Atspi.Role, name) for name in ("PUSH_BUTTON", "PANEL", "LABEL"))
        told = self.window((1, 0, button, ""), (2, 1, label, "7")).bus.told_at_once(":1.7")
        self.assertEqual(told[":1.7", "/element/1"].children, [(":1.7", "/element/2")])
        told = self.window((1, 0, panel, ""), (2, 1, label, "7")).bus.told_at_once(":1.7")
        self.assertIsNone(told[":1.7", "/element/1"].children)
        told = self.window((1, 0, button, ""), (2, 1, label, "7"), (3, 1, label, "8"), hidden={3}).bus.told_at_once(":1.7")
        self.assertIsNone(told[":1.7", "/element/1"].children)

    def test_an_accessible_widget_is_found_by_its_unique_name_within_a_window(self):
        frame, panel, button = (getattr(accessible.Atspi.Role, name) for name in ("FRAME", "PANEL", "PUSH_BUTTON"))
        rows = [(0, 9, accessible.Atspi.Role.APPLICATION, "kurs"), (1, 0, frame, "Kurs"), (2, 1, panel, ""), (3, 2, button, "7"),
                (4, 2, button, "8")]

        def wanted(text, element=None):
            return text == "7"

        found = self.window(*rows).known(wanted)
        self.assertEqual([found.path, *(each.role for each in found.upwards())], ["/element/3", "push button", "panel", "frame"])
        self.assertEqual([path for _, path in self.asked], ["/element/2", "/element/1", "/element/0"])
        # The name belongs to two elements, to one with a hidden parent, or to one outside a window.
        self.assertIsNone(self.window(*rows, (5, 1, button, "7")).known(wanted))
        self.assertIsNone(self.window(*rows, hidden={2}).known(wanted))
        self.assertIsNone(self.window(*rows[:3], (3, 8, button, "7")).known(wanted))

    def test_many_new_accessible_widgets_are_read_in_one_call(self):
        places = [(":1.7", f"/element/{number}") for number in range(accessible.MANY + 1)]
        bus, asked = object.__new__(accessible.Bus), []
        bus.told_at_once = lambda owner: {place: accessible.Answers("", 23, [], []) for place in places[1:]}
        bus.ask_all = lambda questions: [asked.append(each[0:2]) or "" for each in questions]
        self.assertEqual(set(bus.answers(":1.7", places)), set(places))
        self.assertEqual(set(asked), {places[0]})
        asked.clear()
        self.assertEqual(set(bus.answers(":1.7", places[:3])), set(places[:3]))
        self.assertEqual(set(asked), set(places[:3]))


class Smoke(unittest.TestCase):
    def test_each_name_in_the_list_of_smoke_tests_is_exactly_one_test(self):
        folder = ROOT / "Tests" / "BlackBox"
        source = (folder / "run.py").read_text()
        names = source.split("SMOKE = (")[1].split(")")[0]
        tests = "".join(file.read_text() for file in folder.glob("*.py"))
        for name in (each.strip().strip('"') for each in names.replace("\n", " ").split(",")):
            self.assertEqual(tests.count(f"def test_{name}") if name else 1, 1, name)


def script(name):
    """Imports a program of scripts/ as a module. Doesn't run it."""
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    loader.exec_module(module)
    return module


class Rows(unittest.TestCase):
    def test_the_faults_that_a_test_covers_are_read_from_its_source(self):
        swift = """
@Suite struct DoorTests {
  @Test(.fault("A01", "A02")) func opens() {}

  @Test(
    "a door closes", .fault("B03"),
    arguments: [1]
  )
  func closes(number: Int) {}

  func helps() {}

  // fault: C04
  func testItLocks() {}
}
"""
        found = {test.function: test.rows for test in rows.in_swift(ROOT / "x.swift", swift)}
        self.assertEqual(found, {"opens": ("A01", "A02"), "closes": ("B03",), "helps": (), "testItLocks": ("C04",)})
        python = "class A:\n    @fault('A01')\n    def test_one(self): pass\n    def test_two(self): pass\n"
        found = {test.function: test.rows for test in rows.in_python(ROOT / "x.py", python)}
        self.assertEqual(found, {"test_one": ("A01",)})

    def test_every_fault_that_a_test_names_is_assigned_to_that_test(self):
        self.assertEqual(list(rows.strays()), [])


class Tree(RunnerTest):
    def test_copying_the_tree_again_updates_changed_files_and_keeps_build_folders(self):
        self.enterContext(unittest.mock.patch.object(common, "ROOT", self.folder / "tree"))
        target = self.folder / "copy"
        for name, text in (("a/one", "1"), ("a/two", "2"), ("a/.build/old", "x")):
            file = common.ROOT / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (common.ROOT / "link").symlink_to("a")
        common.copy_tree(target, {"a/two": "other", "three": "3"})
        before = (target / "a/one").stat().st_mtime_ns
        (target / "a/.build").mkdir()
        (target / "a/.build/new").touch()
        common.copy_tree(target, {"a/two": "other"})
        self.assertEqual((target / "a/one").stat().st_mtime_ns, before)
        self.assertEqual(
            {str(each.relative_to(target)): each.read_text() for each in target.rglob("*") if each.is_file()},
            {"a/one": "1", "a/two": "other", "a/.build/new": ""})
        self.assertEqual(os.readlink(target / "link"), "a")


class Mutants(unittest.TestCase):
    def setUp(self):
        self.mutants = script("mutants")

    def test_mutation_testing_breaks_each_form_of_a_line_marked_as_guard(self):
        for line, broken in (
                ("guard a, b(c, d) else {  // guards A01", 'guard mutated("A01.1") || ((a) && (b(c, d))) else {'),
                ("if let a = b {  // guards A01", 'if !mutated("A01.1"), let a = b {'),
                ("  try store(a)  // guards A01", '  if !mutated("A01.1") { try store(a) }'),
                ("let a = 5  // guards A01: 5 => 50", 'let a = (mutated("A01.1") ? 50 : 5)'),
                ("let a = 5  // guards A01, B02: 5 => 50", 'let a = ((mutated("A01.1") || mutated("B02.1")) ? 50 : 5)')):
            marker = rows.MARKER.match(line)
            names = [f"{row}.1" for row in marker[2].split(", ")]
            self.assertEqual(self.mutants.broken(marker[1], names, marker[3], marker[4])[0], broken)

    def test_mutation_testing_reports_a_guard_line_without_a_possible_mutant(self):
        for line, old in (("guard let a = b else { return }", None), ("}", None), ("call(", None), ("let a = b + b", "b")):
            self.assertIsNone(self.mutants.broken(line, ["A01.1"], old, "c"))

    def test_every_guard_comment_in_the_sources_names_a_listed_fault(self):
        counts, found = {}, []
        for path in rows.sources():
            if "// guards " in path.read_text():
                mutants, text = self.mutants.mutants_in(path, counts)
                found += mutants
                self.assertEqual(text.count("mutated("), len(mutants), path)
        self.assertGreater(len(found), 200)
        self.assertEqual({mutant.row for mutant in found} - set(rows.by_row(rows.tests())), set())


if __name__ == "__main__":
    run_and_end(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]), verbosity=1)
