import type { AssetCode } from '@gateway/domain/money/asset'

const bitcoin = 'M9.7 7.3v9.4M9.7 7.3h3.2a2.3 2.3 0 0 1 0 4.6H9.7M9.7 11.9h3.8a2.4 2.4 0 0 1 0 4.8H9.7M11.4 5.5v1.8M11.4 16.7v1.8'

/** A picture of a coin. */
export type Face = 'BTC' | 'BCH' | 'ETH' | 'POL' | 'SOL' | 'USDC'

/** 24 × 24, one path, one colour: the word says which coin, the picture only helps the eye. */
export const faces: Readonly<Record<Face, { readonly path: string; readonly transform?: string }>> = {
  BTC: { path: bitcoin },
  BCH: { path: bitcoin, transform: 'rotate(-16 12 12)' },
  ETH: { path: 'm12 4.8 4.6 7.4-4.6 2.7-4.6-2.7zM7.8 14.8l4.2 4.7 4.2-4.7' },
  POL: { path: 'm12 5.8 5.4 3.1v6.2L12 18.2l-5.4-3.1V8.9zM12 9.8l1.9 1.1v2.2L12 14.2l-1.9-1.1v-2.2z' },
  SOL: { path: 'M8.6 8h8l-1.9 2M7.4 11h8l1.2 2M8.6 16h8l-1.9-2M6.9 10h7.8M7.4 14h7.3' },
  USDC: {
    path: 'M14.6 9.4c-.4-1.1-1.3-1.7-2.6-1.7-1.5 0-2.6.8-2.6 2.1 0 2.9 5.3 1.5 5.3 4.4 0 1.3-1.2 2.1-2.7 2.1-1.4 0-2.4-.6-2.8-1.8M12 6v1.7M12 16.3V18',
  },
}

/** The picture of each asset; a token wears the chain it is sent over. */
export const facesOf: Readonly<Record<AssetCode, readonly [face: Face, chain?: Face]>> = {
  BTC: ['BTC'],
  BCH: ['BCH'],
  ETH: ['ETH'],
  POL: ['POL'],
  SOL: ['SOL'],
  USDC_ETH: ['USDC', 'ETH'],
  USDC_POL: ['USDC', 'POL'],
  USDC_SOL: ['USDC', 'SOL'],
}
