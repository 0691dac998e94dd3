/** Units in which lines are counted (UN/ECE Recommendation 20), with the sign that a page shows; null where a bare number is clear. */
export const unitSigns = {
  C62: null,
  EA: null,
  LS: null,
  SET: null,
  MIN: 'min',
  HUR: 'h',
  DAY: 'd',
  WEE: 'wk',
  MON: 'mo',
  ANN: 'yr',
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  MLT: 'ml',
  LTR: 'l',
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm²',
  MTQ: 'm³',
  KWH: 'kWh',
} as const

/** The code of a unit. */
export type UnitCode = keyof typeof unitSigns

/** Every unit code, in the order of the table. */
export const unitCodes = Object.keys(unitSigns) as UnitCode[]
