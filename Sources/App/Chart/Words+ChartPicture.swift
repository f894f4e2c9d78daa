// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursGtk
import KursModel
import KursWorkflow

extension Words {
  /// The words inside the picture.
  var chart: ChartText {
    ChartText(
      number: { numbers.text($0, $1) }, percent: { percent($0, $1) },
      label: { label in
        switch label {
        case .year(let year): inOwnDigits(String(year))
        case .month(_, let month): MonthNames.shortName(month)
        case .day(let day): shortDate(day)
        }
      },
      date: { date($0) }, change: { change($0) }, mean: tr("Mean"), byLaw: tr("fixed by law"),
      pegged: { peg in
        tr(
          "{code} is pegged: 1 {from} = {rate} {code}",
          ["code": peg.retired.code, "from": peg.successor.code, "rate": exactText(peg.factor)])
      },
      gap: { tr("No rates from {first} to {last}", ["first": date($0.first), "last": date($0.last)]) },
      shortGap: tr("No rates"),
      redenominated: { law in
        tr(
          "1 {new} = {n} {old} from {date}",
          [
            "new": law.successor.code, "n": numbers.text(law.factor, 0), "old": law.retired.code,
            "date": date(law.from),
          ])
      },
      ended: { end in
        switch end {
        case .suspended(let last): tr("No rates after {date}", ["date": date(last)])
        case .discontinued(let last): tr("Discontinued on {date}", ["date": date(last)])
        }
      },
      average: { trn("Mean of {n} point", "Mean of {n} points", $0) }, nothing: tr("No rates in this range"))
  }

  /// The texts of a chart in a file and on paper.
  @MainActor
  func caption(of state: ChartState) -> ChartCaption {
    let figures = zip(state.lines, state.statistics).compactMap { line, figures in figures.map { (line, $0) } }
    let rates = figures.map { line, figures in
      headline(figures, of: line, in: state) + tr(" · ") + movement(figures)
    }
    let notes = figures.map { line, figures in
      tr(
        "{code}: lowest {low} on {lowDay}, highest {high} on {highDay}, mean {mean}",
        [
          "code": line.currency.code, "low": rate(figures.minimum.rate, of: line),
          "lowDay": date(figures.minimum.day), "high": rate(figures.maximum.rate, of: line),
          "highDay": date(figures.maximum.day), "mean": rate(figures.mean, of: line),
        ])
    }
    return ChartCaption(
      title: state.subject.description, rates: rates, days: summary(of: state), figures: notes, separator: tr(" · "),
      source: state.provider.sourceName, isRightToLeft: Appearance.isRightToLeft)
  }
}
