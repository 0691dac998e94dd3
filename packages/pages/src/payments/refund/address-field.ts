import { html, type Markup, type Part } from '../../html.ts'
import type { RefundTexts } from '../../locales/en/refund.ts'
import { glyph } from '../../parts/glyphs.ts'
import type { AddressProblem } from './refund-view.ts'

/** The texts of a field for an address, and the network that it is on. */
interface Spoken {
  readonly t: RefundTexts
  readonly network: Markup
}

/** The typed address, and its problem. */
interface Typed {
  readonly typed?: string
  readonly problem?: AddressProblem
}

/** A field for an address of the reader's own wallet. The error replaces the hint, and the field that has one takes the focus. */
export function addressField({ t, network }: Spoken, { typed = '', problem }: Typed): Markup {
  const field = html`class="input mono" id="address" name="address" value="${typed}" dir="ltr" autocomplete="off" autocapitalize="none"
  spellcheck="false" required`
  return html`<div class="field">
    <label for="address">${t.yourAddress(network)}</label>
    ${
      problem === undefined
        ? html`<input ${field} aria-describedby="address-hint" /><span class="hint" id="address-hint">${t.addressHint(network)}</span>`
        : html`<input ${field} aria-describedby="address-error" aria-invalid="true" autofocus />
            <span class="field__error" id="address-error">${glyph('failed')}<span>${sentences[problem](t, network)}</span></span>`
    }
  </div>`
}

const sentences: Readonly<Record<AddressProblem, (t: RefundTexts, network: Markup) => Part>> = {
  missing: (t) => t.addressMissing,
  malformed: (t, network) => t.addressMalformed(network),
  other_network: (t, network) => t.addressOtherNetwork(network),
  own_address: (t) => t.addressOwn,
  no_wallet: (t) => t.addressNoWallet,
  program_address: (t) => t.addressNoWallet,
  unchecked: (t) => t.addressUnchecked,
}
