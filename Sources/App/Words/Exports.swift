// SPDX-License-Identifier: GPL-3.0-or-later

// Nearly every file here says something.
@_exported public import KursWords
