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
      ("<span><s>€60.00</s> €45.00</span>", "€45.00"), ("<del>$20</del>$15", "$15"),
      ("<span style=\"text-decoration: line-through\">$20</span> $15", "$15"), ("€45.00<sup>2</sup>", "€45.00"),
      ("€45<sup>2</sup>", "€45"), ("$19<sup>99</sup>", "$19.99"), ("$1,299<sup>00</sup>", "$1,299.00"),
      ("1&nbsp;234,50&nbsp;&euro;", "1\u{A0}234,50\u{A0}€"), ("a<!-- 5 EUR -->b", "ab"),
      ("<script>5 EUR</script>6 EUR", "6 EUR"),
      ("<ul><li>Bus 2 EUR<li>Tram 3 EUR</ul>", "Bus 2 EUR\nTram 3 EUR"),
      ("<td><p>Hotel</p><p>Lux</p></td><td>5</td>", "Hotel Lux\t5"),
      ("5 &lt; 6 &#8364; &#x20AC; &unknown;", "5 < 6 € € &unknown;"), ("<td></td><td>x</td>", "\tx"), ("<b", ""),
    ])
  func texts(html: String, text: String) {
    #expect(PastedHTML(html).text == text)
  }

  @Test("raised cents take the decimal separator of the locale")
  func raisedCents() {
    #expect(PastedHTML("19<sup>99</sup> €", decimal: ",").text == "19,99 €")
  }
}
