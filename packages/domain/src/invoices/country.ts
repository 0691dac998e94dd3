// ISO 3166-1 alpha-2, the codes of BT-40 and BT-55.
const COUNTRIES = `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI
CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY
HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS
YE YT ZA ZM ZW`

/** The ISO 3166-1 alpha-2 codes of all countries. */
export const countryCodes: readonly string[] = COUNTRIES.split(/\s+/)

const countries: ReadonlySet<string> = new Set(countryCodes)

/** Prefixes of VAT ids that are no country: Greece, and Northern Ireland. */
const VAT_PREFIXES = ['EL', 'XI']
const VAT_ID = /^([A-Z]{2})[A-Z0-9+*.\- ]{2,18}$/

/** True of the ISO 3166-1 alpha-2 code of a country, in capitals. */
export const isCountry = (code: string): boolean => countries.has(code)

/** True of a VAT id as EN 16931 wants it: with the prefix of its country (BR-CO-09). A local tax number is none. */
export function isVatId(text: string): boolean {
  const prefix = VAT_ID.exec(text)?.[1]
  return prefix !== undefined && (isCountry(prefix) || VAT_PREFIXES.includes(prefix))
}
