// SPDX-License-Identifier: GPL-3.0-or-later

/// A column that shows whether a transaction is booked. "Refunded" counts as booked: the refund has its own row.
package enum BookingStatus: Hashable, Sendable {
  /// A column of statuses. More words can follow the status, as in "Declined - no funds".
  case status
  /// A column of notes. A note counts as a status only if its whole text is a status.
  case note
  /// A column of transaction kinds. A kind such as `CARD_DECLINED` can show that a transaction was declined.
  case kind
  /// A column of yes and no. If `whenTrue` is true, "yes" means that the transaction isn't booked.
  case flag(whenTrue: Bool)

  /// Finds the kind of column by its heading. Nil if the column doesn't show whether transactions are booked.
  package init?(_ heading: TableHeading) {
    switch heading.base {
    case "pending", "declined", "failed", "cancelled", "canceled", "voided", "rejected", "vorgemerkt", "storniert":
      self = .flag(whenTrue: true)
    case "booked", "cleared", "settled", "posted", "completed", "gebucht": self = .flag(whenTrue: false)
    default:
      if heading.mentions(.status) {
        self = .status
      } else if heading.mentions(.note) || heading.text.isEmpty {
        self = .note
      } else if ["type", "transaction type", "typ", "art", "tipo", "kind", "umsatzart"].contains(heading.base) {
        self = .kind
      } else {
        return nil
      }
    }
  }

  package func isUnbooked(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count < 80 else { return false }
    let key = text.folded()
    let words = key.split { !$0.isLetter }.map(String.init)
    switch self {
    case .status:
      return words == ["memo"] || Self.negated.contains { words.joined(separator: " ").contains($0) }
        || words.indices.contains { start in
          (1...min(4, words.count - start)).contains { count in
            Self.unbooked.contains(words[start..<(start + count)].joined(separator: " "))
              && (start == 0 || !["not", "nicht", "never", "longer"].contains(words[start - 1]))
          }
        }
    case .note: return Self.unbooked.contains(words.joined(separator: " "))
    case .kind: return words.last.map { Self.refused.contains($0) } ?? false
    case .flag(let whenTrue):
      return (whenTrue ? Self.yes : Self.no).contains(key.trimmed())
    }
  }

  private static let yes: Set<String> = ["true", "yes", "y", "1", "x", "ja", "j", "wahr", "oui", "si", "sí", "نعم"]
  private static let no: Set<String> = ["false", "no", "n", "0", "nein", "falsch", "non", "لا"]
  private static let refused: Set<String> = ["declined", "failed", "cancelled", "canceled", "rejected", "abgelehnt"]
  private static let negated = [
    "not completed", "not cleared", "not settled", "not posted", "not paid", "not yet", "noch nicht",
    "nicht verbucht",
  ]

  private static let unbooked = Set(
    """
    card declined, payment declined, payment failed, payment cancelled, transfer cancelled, transfer failed, \
    declined, decline, pending, awaiting, uncleared, unbooked, unsettled, unposted, unconfirmed, unapproved, removed, \
    rétabli, cofnięto, negata, negato, slettet, failed, failure, failing, \
    reverted, cancelled, canceled, denied, refused, \
    rejected, void, voided, expired, unclaimed, held, on hold, temporary hold, processing, in progress, \
    scheduled, authorized, authorised, autorizzato, autorizzata, autorizado, autorizada, autorisiert, unpaid, incomplete, blocked, not booked, unsuccessful, abandoned, vorgemerkt, umsatz vorgemerkt, \
    umsatz vorgemerkt und nicht gebucht, ausstehend, abgelehnt, fehlgeschlagen, storniert, abgebrochen, \
    in bearbeitung, nicht gebucht, offen, geplant, zurückgewiesen, nicht ausgeführt, verfallen, gesperrt, \
    en attente, refusé, refusée, annulé, annulée, échoué, échouée, échec, rejeté, rejetée, en cours, pendiente, \
    rechazada, rechazado, cancelada, cancelado, fallida, fallido, anulada, anulado, denegada, denegado, \
    en proceso, in sospeso, in attesa, rifiutata, rifiutato, annullata, annullato, fallita, fallito, \
    non riuscita, non contabilizzato, non contabilizzata, in behandeling, geweigerd, geannuleerd, mislukt, afgewezen, gereserveerd, \
    oczekująca, oczekujące, oczekuje, odrzucona, odrzucone, anulowana, anulowane, nieudana, w toku, pendente, \
    recusada, recusado, falhou, rejeitada, rejeitado, em processamento, čeká na zpracování, čekající, zamítnuto, \
    zamítnutá, zrušeno, zrušená, neúspěšná, väntar, väntande, reserverad, nekad, avbruten, misslyckad, afventer, \
    reserveret, afvist, annulleret, venter, reservert, avvist, kansellert, odottaa, hylätty, peruutettu, \
    függőben, elutasítva, elutasított, törölve, sikertelen, beklemede, reddedildi, iptal, iptal edildi, \
    başarısız, ожидает, в обработке, отклонено, отклонена, отклонен, отменено, отменена, отменен, неуспешно, \
    ошибка, εκκρεμεί, απορρίφθηκε, ακυρώθηκε, απέτυχε, معلق, معلقة, قيد الانتظار, قيد المعالجة, مرفوض, مرفوضة, \
    ملغى, ملغاة, ملغي, ملغية, فشل, فاشلة, لم تكتمل, ממתין, ממתינה, נדחה, נדחתה, בוטל, בוטלה, נכשל, נכשלה, 保留中, \
    未確定, 失敗, キャンセル, 取消, 処理中, 拒否, 待处理, 处理中, 失败, 已取消, 已拒绝, 交易关闭, 已关闭, 待付款, 等待付款, 支付失败, 已撤销, 處理中, 已拒絕, 대기, 대기중, 취소, \
    거절, 실패, 승인취소
    """.split(separator: ",").map { $0.trimmed().folded() })
}
