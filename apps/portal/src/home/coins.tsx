import type { CSSProperties } from 'react'
import type { Outputs } from '../trpc.ts'
import { tickerOf } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'

type AssetTotal = Outputs['payments']['portal']['totals']['assets'][number]

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** Which coins the paid volume came in. */
export function Coins({ assets }: { readonly assets: readonly AssetTotal[] }) {
  const whole = assets.reduce((sum, { volume_usd }) => sum + Number(volume_usd), 0)
  if (whole === 0) return null
  const shares = assets
    .map(({ blockchain, volume_usd }) => ({ blockchain, share: Number(volume_usd) / whole }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share)
  return (
    <Section title="Coins">
      <div className="bars">
        {shares.map(({ blockchain, share }) => (
          <div key={blockchain}>
            <span>{blockchain.includes('_') ? `${tickerOf(blockchain)} on ${blockchain.split('_')[1]}` : blockchain}</span>
            <i className="bar-fill" style={{ '--share': share * 100 } as CSSProperties} />
            <span>{percent.format(share)}</span>
          </div>
        ))}
      </div>
    </Section>
  )
}
