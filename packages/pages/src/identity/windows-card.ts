import { html, type Markup } from '../html.ts'
import { formatFiat, formatShare } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { card } from '../parts/card.ts'
import type { WindowFigures } from '@gateway/domain/identity/reputation'
import type { ShownProfile } from './shown-profile.ts'

const windows = ['last30Days', 'last90Days', 'allTime'] as const
const BPS = 10_000

/** What counts in the last month, the last quarter and ever. */
export const windowsCard = (shown: ShownProfile): Markup => {
  const { t } = shown
  return card({
    name: 'activity',
    title: t.activity,
    content: html`<table class="table" aria-labelledby="h-activity">
      <thead>
        <tr>
          <th scope="col"><span class="sr-only">${t.figure}</span></th>
          ${windows.map((name) => html`<th scope="col" class="num-col">${t.windows[name]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rowsOf(shown).map(([term, valueOf]) => row(shown, term, valueOf))}
      </tbody>
    </table>`,
  })
}

type ValueOf = (window: WindowFigures) => Markup

function rowsOf({ t, language, count }: ShownProfile): readonly (readonly [term: string, valueOf: ValueOf])[] {
  const money = (usd: number): Markup => exact(formatFiat(language, usd.toFixed(2), 'USD'))
  return [
    [t.tasks, ({ taskCount }) => count(taskCount)],
    [t.accepted, ({ acceptedRate }) => exact(formatShare(language, acceptedRate * BPS))],
    [t.disputed, ({ disputedCount }) => count(disputedCount)],
    [t.volume, ({ totalVolumeUsd }) => money(totalVolumeUsd)],
    [t.average, ({ averageUsd }) => money(averageUsd)],
    [t.counterparties, ({ counterparties }) => count(counterparties)],
  ]
}

const row = ({ reputation }: ShownProfile, term: string, valueOf: ValueOf): Markup =>
  html`<tr>
    <th scope="row">${term}</th>
    ${windows.map((name) => html`<td class="num-col num">${valueOf(reputation.windows[name])}</td>`)}
  </tr>`
