import { isAssetCode } from '@gateway/domain/money/asset'
import { assetName } from './money.ts'
import { type Face, faces, facesOf } from '@gateway/pages/parts/coin-faces'

/** The picture of an asset; a token wears the chain it is sent over. */
export function Coin({ asset, size = 'sm' }: { readonly asset: string; readonly size?: 'sm' | 'lg' }) {
  if (!isAssetCode(asset)) return null
  const [face, chain] = facesOf[asset]
  return (
    <span className={`coin coin--${size}`} aria-hidden="true">
      <Disc face={face} className="coin__face" width="1.4" />
      {chain && <Disc face={chain} className="coin__chain" width="1.7" />}
    </span>
  )
}

/** An asset by picture and name. */
export const NamedCoin = ({ asset }: { readonly asset: string }) => (
  <span className="row">
    <Coin asset={asset} />
    {assetName(asset)}
  </span>
)

function Disc({ face, className, width }: { readonly face: Face; readonly className: string; readonly width: string }) {
  const { path, transform } = faces[face]
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="12" cy="12" r="11" fill="currentColor" stroke="none" />
      <path className="coin__cut" d={path} transform={transform} />
    </svg>
  )
}
