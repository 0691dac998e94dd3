import { describe, expect, test } from 'vitest'
import { badge, badgePolicy } from './badge.ts'

describe('a badge', () => {
  test('shows the score with two decimals, and says all of it to screen readers', () => {
    const svg = badge({ score: 45.3, totalTasks: 3 })
    expect(svg).toContain('<title id="title">Reputation: 45.30 of 100, tasks: 3</title>')
    expect(svg).toMatch(/^<svg\s+xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*\srole="img"\s+aria-labelledby="title"\s*>/)
    expect(svg).toMatch(/>45\.30<\/text>\s*<\/svg>$/)
  })

  test('says that there is no score yet where nothing counts', () => {
    expect(badge({ score: 0, totalTasks: 0 })).toContain('>none yet</text>')
    expect(badge({ score: 0, totalTasks: 1 })).toContain('>0.00</text>')
  })

  test('is as wide as its number', () => {
    const widthOf = (svg: string) => Number(/width="(\d+)"/.exec(svg)?.[1])
    expect(widthOf(badge({ score: 100, totalTasks: 9 }))).toBeGreaterThan(widthOf(badge({ score: 9.5, totalTasks: 9 })))
  })

  test('has colours for light and dark, one style that its policy names, no script and nothing to load', () => {
    const svg = badge({ score: 45.3, totalTasks: 3 })
    expect(svg).toContain('@media (prefers-color-scheme:dark)')
    expect(svg.match(/<style>/g)).toHaveLength(1)
    expect(svg).not.toMatch(/<script|\son\w+=|href|url\(|style=/)
    expect(badgePolicy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'/)
  })
})
