/** How explorers name the page of an address, by how they name that of a transaction. */
const pages = [
  ['https://solscan.io/tx/', 'https://solscan.io/account/'],
  ['/transaction/', '/address/'],
  ['/tx/', '/address/'],
] as const

/** The explorer URL to which an address is appended, on the explorer whose URL for transactions this is; null where none is known. */
export function explorerAddressOf(explorerTx: string | undefined): string | null {
  const named = pages.find(([transactions]) => explorerTx?.endsWith(transactions))
  return explorerTx && named ? `${explorerTx.slice(0, -named[0].length)}${named[1]}` : null
}
