import type { AssetCode } from '@gateway/domain/money/asset'
import { type Markup, trusted } from '../html.ts'
import { type Face, faces, facesOf } from './coin-faces.ts'

/** The picture of an asset; a token wears the chain it is sent over. */
export function coin(asset: AssetCode, size: 'sm' | 'lg' = 'lg'): Markup {
  const [face, chain] = facesOf[asset]
  return trusted(
    `<span class="coin coin--${size}">${disc(face, 'coin__face', '1.4')}${chain === undefined ? '' : disc(chain, 'coin__chain', '1.7')}</span>`,
  )
}

function disc(face: Face, className: string, width: string): string {
  const { path, transform } = faces[face]
  const turned = transform === undefined ? '' : ` transform="${transform}"`
  return `<svg class="${className}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="currentColor" stroke="none"/><path class="coin__cut" d="${path}"${turned}/></svg>`
}
