"""The sums of invoices by EN 16931, written again with decimal: reads a list of invoices as JSON, prints their sums as a list.

Shares nothing with the product but the rules: net amount of a line, VAT once for each category and rate, both rounded half away from zero.
"""
import json
import sys
from decimal import ROUND_HALF_UP, Decimal, localcontext


def rounded(value: Decimal, digits: int) -> Decimal:
    # ROUND_HALF_UP of decimal rounds halves away from zero, for negative values too.
    return value.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)


def sums(invoice: dict) -> dict:
    digits = invoice["digits"]
    nets = [rounded(Decimal(line["quantity"]) * Decimal(line["price"]), digits) for line in invoice["lines"]]
    bases: dict[tuple[str, str], Decimal] = {}
    for line, net in zip(invoice["lines"], nets):
        key = (line["category"], line["rate"])
        bases[key] = bases.get(key, Decimal(0)) + net
    taxes = {key: rounded(base * Decimal(key[1]) / 100, digits) for key, base in bases.items()}
    net, tax = sum(nets, Decimal(0)), sum(taxes.values(), Decimal(0))
    groups = [[category, rate, plain(base, digits), plain(taxes[category, rate], digits)] for (category, rate), base in bases.items()]
    return {"nets": [plain(n, digits) for n in nets], "groups": groups, "net": plain(net, digits), "tax": plain(tax, digits), "total": plain(net + tax, digits)}


def plain(value: Decimal, digits: int) -> str:
    """In the smallest unit, as digits."""
    return str(int(value.scaleb(digits)))


with localcontext() as context:
    context.prec = 60
    print(json.dumps([sums(invoice) for invoice in json.load(sys.stdin)]))
