// SPDX-License-Identifier: GPL-3.0-or-later
import CKursVersion

/// The version of this build, as meson.build states it; `0.0.0-dev` outside meson.
public let kursVersion = String(cString: kurs_version())
