import { type Asset, chaosAssets, shares } from './chains.ts'
import type { Seeded } from './seeded.ts'

/** The assets that a payment may be in; all when undefined. */
type Fits = ((asset: Asset) => boolean) | undefined

/**
 * Gives each thing an asset, by the shares of a run, in the order of the things. Each asset comes at least once where there are as many things, and they
 * allow it.
 */
export function drawAssets<Thing>(seed: Seeded, things: readonly Thing[], fitsOf: (thing: Thing) => Fits): [Thing, Asset][] {
  const deck = drawDeck(seed, things.length)
  const take = (fits: Fits): Asset => {
    // At any place: the first places would hold no asset any more that earlier things could choose.
    const places = fits ? deck.flatMap((asset, at) => (fits(asset) ? [at] : [])) : [0]
    const [asset] = places.length === 0 ? [] : deck.splice(seed.pick(places), 1)
    return asset ?? seed.pick(chaosAssets.filter(fits ?? Boolean))
  }
  // Things that not every asset fits choose first.
  const choosing = [...things.entries()].toSorted(([, a], [, b]) => Number(!fitsOf(a)) - Number(!fitsOf(b)))
  const chosen = choosing.map(([place, thing]) => ({ place, pair: [thing, take(fitsOf(thing))] satisfies [Thing, Asset] }))
  return chosen.toSorted((a, b) => a.place - b.place).map(({ pair }) => pair)
}

/** As many assets as there are payments, in the shares of a run. */
function drawDeck(seed: Seeded, payments: number): Asset[] {
  const whole = chaosAssets.reduce((sum, asset) => sum + shares[asset], 0)
  const further = (asset: Asset): number => Math.max(0, Math.round((shares[asset] * payments) / whole) - 1)
  const more = chaosAssets.flatMap((asset) => Array.from({ length: further(asset) }, () => asset))
  const deck = [...seed.shuffle(chaosAssets), ...seed.shuffle(more)].slice(0, payments)
  return seed.shuffle([...deck, ...Array.from({ length: payments - deck.length }, () => seed.pick(chaosAssets))])
}
