// SPDX-License-Identifier: GPL-3.0-or-later

// Front ends import only KursCore. This file exports the modules whose types KursCore's API uses.
@_exported public import JSONSchema
@_exported public import KursAPI
@_exported public import KursItems
@_exported public import KursModel
@_exported public import KursStorage
@_exported public import KursWorkflow
