// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Reads the status of a transaction, such as "Declined".
/// Refunded and reversed transactions are booked, and have another row with the opposite amount.
enum BookingStatus {
  /// Whether the transaction isn't booked. `hasMore`: other words may be around it, as in "Payment declined".
  static func isUnbooked(_ text: String, hasMore: Bool) -> Bool {
    guard !text.isEmpty, text.utf8.count < 80 else { return false }
    let words = text.folded().split { !$0.isLetter }
    guard hasMore else { return unbooked.contains(words.joined(separator: " ")) }
    return words.indices.contains { start in
      let isNegated = start > 0 && negations.contains(String(words[start - 1]))
      if isNegated || booked.contains(String(words[start])) {
        return isNegated && booked.contains(String(words[start]))
      }
      return (1...4).contains { length in
        let end = start + length
        return end <= words.count && unbooked.contains(words[start..<end].joined(separator: " "))
      }
    }
  }

  /// Reads a cell such as "true" or "no". Nil for other text.
  static func answer(_ text: String) -> Bool? {
    let key = text.folded().trimmed()
    return yes.contains(key) ? true : no.contains(key) ? false : nil
  }

  /// The answer that means "not booked" in a column of this name. Nil for other names.
  static func unbookedAnswer(_ heading: String) -> Bool? {
    if ["pending", "is pending", "vorgemerkt", "declined", "cancelled", "canceled"].contains(heading) { return true }
    let booked = ["booked", "is booked", "cleared", "settled", "posted", "completed", "gebucht"]
    return booked.contains(heading) ? false : nil
  }

  private static let yes: Set<String> = ["true", "yes", "y", "1", "x", "ja", "wahr", "oui", "si", "نعم"]
  private static let no: Set<String> = ["false", "no", "n", "0", "nein", "falsch", "non", "لا"]
  /// Words before a status that turn its meaning around.
  private static let negations: Set<String> = ["not", "no", "longer", "nicht", "non", "never"]
  private static let booked: Set<String> = [
    "completed", "complete", "booked", "cleared", "settled", "posted", "processed", "approved", "confirmed",
    "executed", "paid", "successful",
  ]

  private static let unbooked = Set(
    """
    card declined, payment declined, payment failed, payment cancelled, transfer cancelled, transfer failed, \
    declined, decline, pending, awaiting, uncleared, unbooked, unsettled, unposted, unconfirmed, unapproved, removed, \
    rétabli, cofnięto, negata, negato, slettet, failed, failure, failing, \
    reverted, cancelled, canceled, denied, refused, \
    rejected, void, voided, expired, unclaimed, held, on hold, temporary hold, processing, in progress, \
    scheduled, unpaid, incomplete, blocked, not booked, unsuccessful, abandoned, vorgemerkt, umsatz vorgemerkt, \
    umsatz vorgemerkt und nicht gebucht, ausstehend, abgelehnt, fehlgeschlagen, storniert, abgebrochen, \
    in bearbeitung, nicht gebucht, offen, geplant, zurückgewiesen, nicht ausgeführt, verfallen, gesperrt, \
    en attente, refusé, refusée, annulé, annulée, échoué, échouée, échec, rejeté, rejetée, en cours, pendiente, \
    rechazada, rechazado, cancelada, cancelado, fallida, fallido, anulada, anulado, denegada, denegado, \
    en proceso, in sospeso, in attesa, rifiutata, rifiutato, annullata, annullato, fallita, fallito, \
    non riuscita, non contabilizzato, in behandeling, geweigerd, geannuleerd, mislukt, afgewezen, gereserveerd, \
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
