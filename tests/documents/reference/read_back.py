"""Reads PDFs with pypdf and prints, for each, its text, the embedded e-invoice, and the sums in it that do not follow from its lines.

The rules of EN 16931 let VAT pass that is off by less than 1.00, and lines that are not quantity × price. Here everything must be exact.
"""
import json
import sys
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from xml.etree import ElementTree

from pypdf import PdfReader

RAM = "{urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100}"


def number(element, path: str) -> Decimal:
    found = element.find("/".join(RAM + step for step in path.split("/")))
    return Decimal(0) if found is None else Decimal(found.text)


def text(element, path: str) -> str:
    return element.find("/".join(RAM + step for step in path.split("/"))).text


def rounded(value: Decimal, currency: str) -> Decimal:
    return value.quantize(Decimal(1) if currency == "JPY" else Decimal("0.01"), rounding=ROUND_HALF_UP)


def faults(xml: bytes) -> list[str]:
    root = ElementTree.fromstring(xml)
    settlement = next(root.iter(RAM + "ApplicableHeaderTradeSettlement"))
    sums = settlement.find(RAM + "SpecifiedTradeSettlementHeaderMonetarySummation")
    currency = text(settlement, "InvoiceCurrencyCode")
    found, nets, taxes, bases = [], Decimal(0), Decimal(0), {}

    def same(name: str, stated: Decimal, expected: Decimal) -> None:
        if stated != expected:
            found.append(f"{name}: {stated} is not {expected}")

    for line in root.iter(RAM + "IncludedSupplyChainTradeLineItem"):
        quantity = number(line, "SpecifiedLineTradeDelivery/BilledQuantity")
        price = number(line, "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount")
        tax = line.find(f"{RAM}SpecifiedLineTradeSettlement/{RAM}ApplicableTradeTax")
        net = number(line, "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount")
        same("line " + text(line, "AssociatedDocumentLineDocument/LineID"), net, rounded(quantity * price, currency))
        key = (text(tax, "CategoryCode"), number(tax, "RateApplicablePercent"))
        bases[key] = bases.get(key, Decimal(0)) + net
        nets += net
    for group in settlement.findall(RAM + "ApplicableTradeTax"):
        key = (text(group, "CategoryCode"), number(group, "RateApplicablePercent"))
        same(f"base of {key}", number(group, "BasisAmount"), bases.pop(key, Decimal(0)))
        vat = number(group, "CalculatedAmount")
        same(f"VAT of {key}", vat, rounded(number(group, "BasisAmount") * key[1] / 100, currency))
        taxes += vat
    same("groups without a breakdown", Decimal(len(bases)), Decimal(0))
    same("net", number(sums, "LineTotalAmount"), nets)
    same("VAT", number(sums, "TaxTotalAmount"), taxes)
    same("total", number(sums, "GrandTotalAmount"), nets + taxes)
    same("due", number(sums, "DuePayableAmount"), nets + taxes - number(sums, "TotalPrepaidAmount"))
    return found


def read(path: str) -> dict:
    reader = PdfReader(path)
    attached = reader.attachments.get("factur-x.xml")
    page_text = "\n".join(page.extract_text() for page in reader.pages)
    xml = attached[0] if attached else None
    return {"text": page_text, "xml": xml.decode() if xml else None, "faults": faults(xml) if xml else []}


print(json.dumps([faults(Path(path).read_bytes()) if path.endswith(".xml") else read(path) for path in sys.argv[1:]]))
