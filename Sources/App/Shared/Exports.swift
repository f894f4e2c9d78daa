// SPDX-License-Identifier: GPL-3.0-or-later

// Exports KursWords, because nearly every file of this module contains text for the user.
@_exported public import KursWords
