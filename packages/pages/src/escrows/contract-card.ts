import { presentContract } from '@gateway/contract/escrows'
import { html, type Markup } from '../html.ts'
import { groupedAddress } from '../parts/address.ts'
import { icon } from '../parts/icons.ts'
import { momentOf, type SpokenEscrow } from './escrow-words.ts'

/** The contract that holds the money, and its terms as a file: who has it needs nobody. Undefined where an address of the gateway holds the money. */
export function contractCard(page: SpokenEscrow): Markup | undefined {
  const { t, escrow } = page
  if (escrow.contract === null) return undefined
  const { terms, factory } = escrow.contract
  const file = JSON.stringify({ address: escrow.address, ...presentContract(escrow.contract, escrow.decision) }, null, 2)
  return html`<section class="card" data-part="contract" aria-labelledby="h-contract">
    <div class="card__head"><h2 id="h-contract">${t.contract}</h2></div>
    <div class="panel__part stack">
      <p class="small">${t.contractHelp}</p>
      <div>
        <p class="label">${t.factory}</p>
        <p class="small">${groupedAddress(factory)}</p>
      </div>
      <div>
        <p class="label">${t.lastResort}</p>
        <p class="small">${momentOf(page, new Date(terms.deadline * 1_000))}</p>
      </div>
      <a class="btn" download="escrow-${escrow.id}.json" href="data:application/json,${encodeURIComponent(file)}"
        >${icon('download')}${t.downloadTerms}</a
      >
    </div>
  </section>`
}
