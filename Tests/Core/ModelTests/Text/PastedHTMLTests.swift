// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct PastedHTMLTests {
  @Test(
    "HTML from a clipboard becomes rows and cells",
    arguments: [
      (
        "<table><tr><td>Hotel</td><td>$240.50</td></tr><tr><td>Taxi</td><td>30</td></tr></table>",
        "Hotel\t$240.50\nTaxi\t30"
      ),
      ("<p>Coffee <b>4.50</b> EUR</p><p>Tea 3 EUR</p>", "Coffee 4.50 EUR\nTea 3 EUR"),
      ("1&nbsp;234,50&nbsp;&euro;", "1\u{A0}234,50\u{A0}€"), ("a<!-- 5 EUR -->b", "ab"),
      ("<ul><li>Bus 2 EUR<li>Tram 3 EUR</ul>", "Bus 2 EUR\nTram 3 EUR"),
      ("<td><p>Hotel</p><p>Lux</p></td><td>5</td>", "Hotel Lux\t5"), ("<td></td><td>x</td>", "\tx"),
      ("<TABLE><TR><TD>a<TD>1<TR><TD>b<TD>2</TABLE>", "a\t1\nb\t2"),
      (
        "<table><tr><td colspan=2>Net</td><td>5</td></tr><tr><td>a</td><td>b</td><td>6</td></tr></table>",
        "Net\t\t5\na\tb\t6"
      ),
      ("<table><tr><td rowspan=2>May</td><td>5</td></tr><tr><td>6</td></tr></table>", "May\t5\n\t6"),
      (
        "<table><tr><td><table><tr><td>Bus</td><td>2</td></tr></table></td></tr><tr><td>Tram<td>3</table>",
        "Bus\t2\nTram\t3"
      ),
      ("<pre>Bus 2 EUR\nTram 3 EUR</pre>", "Bus 2 EUR\nTram 3 EUR"), ("<div>1<br>2</div>3", "1\n2\n3"),
      ("<a title='5 > 4' href=x>7 EUR</a>", "7 EUR"), ("<p hidden>5</p><p>6", "6"),
    ])
  func htmlFromAClipboardBecomesRowsAndCells(html: String, text: String) {
    #expect(PastedHTML(html)?.text == text)
  }

  @Test(
    "struck-through and invisible prices are left out",
    arguments: [
      ("<span><s>€60.00</s> €45.00</span>", "€45.00"), ("<del>$20</del>$15", "$15"),
      ("<strike>20 EUR</strike> <ins>15 EUR</ins>", "15 EUR"),
      ("<span style=\"text-decoration: line-through\">$20</span> $15", "$15"),
      ("<span style='TEXT-DECORATION-LINE:line-through'>$20</span> $15", "$15"),
      (
        "<style>.xl66 {color:red; text-decoration:line-through}</style><td class=xl66>20</td><td class=xl65>15</td>",
        "\t15"
      ),
      ("<table><tr style='display:none'><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>", "b\t2"),
      ("<td><s>20</td><td>15</td>", "\t15"), ("<script>5 EUR</script>6 EUR", "6 EUR"),
    ])
  func struckThroughAndInvisiblePricesAreLeftOut(html: String, text: String) {
    #expect(PastedHTML(html)?.text == text)
  }

  @Test(
    "superscript digits are read as cents or left out as footnotes",
    arguments: [
      ("€45.00<sup>2</sup>", "€45.00"), ("€45<sup>2</sup>", "€45"), ("$19<sup>99</sup>", "$19.99"),
      ("$1,299<sup>00</sup>", "$1,299.00"), ("1.299<sup>00</sup> €", "1.299,00 €"), ("19,<sup>99</sup> €", "19,99 €"),
      ("<sup>$</sup>19<sup>99</sup>", "$19.99"), ("19<sup>99€</sup>", "19.99 €"), ("19<sup>€99</sup>", "19.99 €"),
      ("19<sup>.99</sup> USD", "19.99 USD"), ("5.<sup>–</sup>", "5.–"), ("€45.00<sup>12</sup>", "€45.00"),
      ("€45.00<sup><a href='#1'>[1]</a></sup>", "€45.00"), ("€45.00<sup>*</sup>", "€45.00"),
      ("1<sup>st</sup> 5 EUR", "1st 5 EUR"),
      ("5<sup>1</sup>/<sub>2</sub>", "5 1/2"), ("3 × 10<sup>6</sup> EUR", "3 × 10^6 EUR"),
      ("2·10<sup>12</sup>", "2·10^12"),
      ("30/10/2026<sup>12</sup>", "30/10/2026"), ("$19<small>99</small>", "$19.99"), ("5 <small>EUR</small>", "5 EUR"),
      ("<span>$19</span><span style='vertical-align: super'>99</span>", "$19.99"), ("<sup>5 EUR", "5 EUR"),
    ])
  func superscriptDigitsAreReadAsCentsOrLeftOutAsFootnotes(html: String, text: String) {
    #expect(PastedHTML(html)?.text == text)
  }

  @Test("superscript cents are written after the locale's decimal separator")
  func superscriptCentsAreWrittenAfterTheLocalesDecimalSeparator() {
    #expect(PastedHTML("19<sup>99</sup> €", decimal: ",")?.text == "19,99 €")
  }

  /// Cells as LibreOffice 7.4 copies them, in en_US and de_DE.
  @Test(
    "a cell copied from LibreOffice gives its stored value",
    arguments: [
      ("sdval=\"1234.4987\" sdnum=\"1033;1033;[$€-407] #,##0.00\"", "€ 1,234.50", "€1234.4987"),
      ("sdval=\"1234567\" sdnum=\"1033;1033;#,##0.0,\"", "1,234.6", "1234567"),
      ("sdval=\"46325\" sdnum=\"1033;1033;MM/DD/YY\"", "10/30/26", "2026-10-30"),
      ("sdval=\"1234,4987\" sdnum=\"1031;1031;#.##0,00 [$€-407]\"", "1.234,50 €", "1234.4987 €"),
      ("sdval=\"1234567\" sdnum=\"1031;1031;#.##0,0.\"", "1.234,6", "1234567"),
      ("sdval=\"46325\" sdnum=\"1031;1031;TT.MM.JJJJ\"", "30.10.2026", "2026-10-30"),
      ("sdval=\"46325\" sdnum=\"1031;1031;T. MMM JJ\"", "30. Okt 26", "2026-10-30"),
      ("sdval=\"0.19\" sdnum=\"1033;1033;0%\"", "19%", "19%"),
      ("sdval=\"-12.5\" sdnum=\"1033;1033;#,##0.00;[RED]#,##0.00\"", "12.50", "-12.5"),
      ("sdval=\"-1234.5\" sdnum=\"1033;1033;(#,##0.00)\"", "-(1,234.50)", "-1234.5"),
      ("sdval=\"123456\" sdnum=\"1033;1033;0.00E+00\"", "1.23E+05", "123456"),
      ("sdval=\"0.5\" sdnum=\"1033;1033;HH:MM\"", "12:00", "12:00"),
      ("sdval=\"-99.995\" sdnum=\"1033;1033;[$$-409]#,##0.00;([$$-409]#,##0.00)\"", "($100.00)", "-$99.9950"),
      ("sdval=\"-99,995\" sdnum=\"1031;1031;#.##0,00 [$EUR]\"", "-100,00 EUR", "-99.9950 EUR"),
      ("sdval=\"1\" sdnum=\"1033;1033;BOOLEAN\"", "TRUE", "TRUE"), ("sdval=\"0\"", "$ -", "$ -"),
      ("sdval=\"0,333333333333333\"", "0,33", "0.333333333333333"),
      ("sdval=\"1,234,5\"", "1,234", "1,234"), ("sdval=\"123456\" sdnum=\"1031;1031;0,00E+00\"", "1,23E+05", "123456"),
      ("sdval=\"1234\"", "1.234", "1234"), ("sdval=\"1200000\"", "1.2 M €", "1200000 €"), ("sdval=\"7\"", "8", "8"),
    ])
  func aCellCopiedFromLibreOfficeGivesItsStoredValue(attributes: String, shown: String, text: String) {
    let written = PastedHTML("<td>a</td><td align=\"right\" \(attributes)>\(shown)</td>")?.text
    #expect(written == "a\t\(text)")
  }

  @Test(
    "a cell copied from Excel or Google gives its stored value",
    arguments: [
      ("x:num=\"1234.4987\"", "1,234.50 €", "1234,4987 €"), ("x:num", "12.50", "12.50"),
      ("x:num=\"46325\"", "30.10.2026", "2026-10-30"),
      ("class=xl24 x:num=\"-0.5\"", "(0.50)", "-0,5"), ("x:num=\"1.5E3\"", "$1,500.00", "$1500"),
      ("x:str", "5 EUR", "5 EUR"),
      ("data-sheets-value=\"{&quot;1&quot;:3,&quot;3&quot;:1234.5678}\"", "1,234.57", "1234,5678"),
      ("data-sheets-value='{\"1\":2,\"2\":\"7 EUR\"}'", "7 EUR", "7 EUR"),
    ])
  func aCellCopiedFromExcelOrGoogleGivesItsStoredValue(attributes: String, shown: String, text: String) {
    #expect(PastedHTML("<td>a<td \(attributes)>\(shown)", decimal: ",")?.text == "a\t\(text)")
  }

  @Test(
    "a table is read the same in the HTML of every browser",
    arguments: [
      "<html><body>\r\n<!--StartFragment--><table><tbody><tr><td>Hotel</td>"
        + "<td style=\"text-align: right;\">$240.50</td></tr>"
        + "<tr><td>Taxi</td><td>$30.00</td></tr></tbody></table><!--EndFragment-->\r\n</body>\r\n</html>",
      "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\"><table border=\"0\">\n"
        + " <tbody>\n  <tr>\n   <td>Hotel\n"
        + "   </td>\n   <td>$240.50</td>\n  </tr>\n  <tr>\n   <td>Taxi</td>\n   <td>$30.00</td>\n  </tr>\n </tbody>\n</table>",
      "<table><thead></thead><tr><th>Hotel</th><td><span>$</span><span>240.50</span></td></tr><tr><th>Taxi<td>$30.00",
      "<div><table><tr><td><div>Hotel</div></td><td><div><b>$240.50</b></div></td></tr></table>"
        + "<table><tr><td>Taxi</td><td>$30.00</td></tr></table></div>",
      "\u{FEFF}<!DOCTYPE html><title>5 EUR</title><table><tr><td>Hotel<td>$240<sup>50</sup>"
        + "<tr><td>Taxi<td><s>$35</s> $30.00</table>",
    ])
  func aTableIsReadTheSameInTheHTMLOfEveryBrowser(html: String) {
    #expect(PastedHTML(html)?.text == "Hotel\t$240.50\nTaxi\t$30.00")
  }

  @Test(
    "HTML with broken tags or character references is still read",
    arguments: [
      ("5 &lt; 6 &#8364; &#x20AC; &unknown;", "5 < 6 € € &unknown;"), ("<b", ""),
      ("&pound5.00 &#128; &euro", "£5.00 € €"),
      ("&#0;&#xFFFFFFFF;&#99999999;&;&#;&#x;5", "\u{FFFD}\u{FFFD}\u{FFFD}&;&#;&#x;5"), ("5 < 6", "5 < 6"),
      ("<>5", "<>5"),
      ("</b></td></table>5 EUR", "5 EUR"), ("<script>if(a<b){x=\"</td>\"}</script>6 EUR", "6 EUR"),
      ("<script>5 EUR", ""), ("<!-- 5", ""), ("<td title=\"a>b\">5", "5"), ("<b><i>5</b> EUR</i>", "5 EUR"),
      ("6 EUR<td title=\"5 EUR>", "6 EUR"), ("<p>5 EUR<![endif]--><o:p></o:p>", "5 EUR"),
    ])
  func htmlWithBrokenTagsOrCharacterReferencesIsStillRead(html: String, text: String) {
    #expect(PastedHTML(html)?.text == text)
  }

  @Test(
    "large pages of malicious HTML are read quickly or refused", .timeLimit(.minutes(2)),
    arguments: [
      ("<b>", 1_700_000, false), ("<p>5 ", 1_000_000, true), ("</i>", 1_250_000, true), ("<b></i>", 700_000, false),
      ("<td rowspan=9>", 350_000, true), ("<div><table></div>", 270_000, true), ("<!--", 1_250_000, true),
      ("&", 5_000_000, true), ("<sup>", 1_000_000, false), ("<script><", 500_000, true), ("<a b=\"", 800_000, true),
      ("<p b='c' c=d>", 300_000, true), ("<s><small>5</s>", 300_000, true),
      ("<tr><th colspan=99 sdval=5>5", 150_000, true),
    ])
  func largePagesOfMaliciousHTMLAreReadQuicklyOrRefused(piece: String, count: Int, isRead: Bool) {
    #expect((PastedHTML(String(repeating: piece, count: count)) != nil) == isRead)
  }

  @Test("a tag of five megabytes is read", .timeLimit(.minutes(2)))
  func aTagOfFiveMegabytesIsRead() {
    #expect(PastedHTML("<p" + String(repeating: " b='c'", count: 800_000) + ">5")?.text == "5")
  }

  @Test("HTML that is too long or isn't text is refused")
  func htmlThatIsTooLongOrIsntTextIsRefused() {
    #expect(PastedHTML([UInt8](repeating: 0x35, count: PastedHTML.mostBytes + 1)) == nil)
    #expect(PastedHTML([0x35, 0xE4, 0x35]) == nil)
    let wide = "<b>5 €".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(PastedHTML([0xFF, 0xFE] + wide)?.text == "5 €")
  }

  @Test("plain text is used unless the HTML has more content")
  func plainTextIsUsedUnlessTheHTMLHasMoreContent() {
    let read = { (html: String?, plain: String) in
      PastedHTML.text(html: html.map { Array($0.utf8) }, plain: plain, decimal: ".")
    }
    #expect(read(nil, "5 EUR") == "5 EUR")
    #expect(read("<b>Taxi</b> <i>5</i>", "Taxi\t5") == "Taxi\t5")
    #expect(read("<img src=x>", "5 EUR") == "5 EUR")
    #expect(read("$19<sup>99</sup>", "$1999") == "$19.99")
    #expect(read("<td>a</td><td sdval='5.25'>5.3</td>", "a\t5.3") == "a\t5.25")
    #expect(read(String(repeating: "<b>", count: 600) + "6", "5 EUR") == "5 EUR")
  }

  @Test("pasted text that begins as HTML is recognised")
  func pastedTextThatBeginsAsHTMLIsRecognised() {
    for text in ["<!DOCTYPE html><p>5", " \n<table><tr>", "<META charset=utf-8>5", "<html>", "<!--StartFragment-->5"] {
      #expect(PastedHTML.isPage(text))
    }
    for text in ["5 < 6", "<5 EUR", "<me@example.org> 5", "5 EUR <table>", ""] { #expect(!PastedHTML.isPage(text)) }
  }
}
