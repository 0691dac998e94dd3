/**
 * Kinds of a number of things, by weights in percent: each kind comes at least once where there are enough, and what is left is of the usual one.
 */
export function byWeight<Kind extends string>(weights: Readonly<Record<Kind, number>>, count: number, usual: NoInfer<Kind>): Kind[] {
  const kinds = Object.keys(weights) as Kind[] // Object.keys forgets the type of the keys.
  const more = kinds.flatMap((kind) => Array.from({ length: Math.max(0, Math.round((count * weights[kind]) / 100) - 1) }, () => kind))
  const all = [...kinds, ...more].slice(0, count)
  return [...all, ...Array.from({ length: count - all.length }, () => usual)]
}
