/** A line of business that a merchant can choose. */
export interface Category {
  /** Never changes, so that clients may store it. */
  readonly slug: string
  readonly label: string
  readonly group: string
  /** How often payments of the category end in a dispute or fraud: 0 hardly ever, 100 mostly. */
  readonly baseRisk: number
}

type Row = readonly [slug: string, label: string, baseRisk: number]

const groups: Readonly<Record<string, readonly Row[]>> = {
  Retail: [
    ['books', 'Books and stationery', 5],
    ['clothing', 'Clothing and shoes', 10],
    ['electronics', 'Electronics and appliances', 25],
    ['groceries', 'Groceries', 5],
    ['health-beauty', 'Health and beauty', 15],
    ['home-garden', 'Home and garden', 10],
    ['jewellery', 'Jewellery and watches', 35],
    ['sports', 'Sports and outdoors', 10],
    ['toys', 'Toys and games', 10],
  ],
  'Food and travel': [
    ['restaurants', 'Restaurants and cafés', 5],
    ['accommodation', 'Hotels and accommodation', 20],
    ['travel', 'Travel agencies and tickets', 40],
    ['transport', 'Transport and delivery', 15],
  ],
  Digital: [
    ['software', 'Software and subscriptions', 20],
    ['hosting', 'Hosting and infrastructure', 30],
    ['digital-goods', 'Downloads and digital goods', 35],
    ['games', 'Video games and items', 40],
    ['media', 'Media and publishing', 15],
    ['gift-cards', 'Gift cards and vouchers', 60],
  ],
  Services: [
    ['consulting', 'Consulting and freelancing', 15],
    ['education', 'Education and courses', 15],
    ['events', 'Events and tickets', 35],
    ['health', 'Health care', 15],
    ['marketing', 'Advertising and marketing', 25],
    ['property', 'Property and rentals', 25],
    ['repair', 'Repair and maintenance', 10],
  ],
  'Finance and gaming': [
    ['crypto', 'Digital assets and exchanges', 75],
    ['financial', 'Financial products', 60],
    ['gambling', 'Gambling and betting', 85],
  ],
  Community: [
    ['charity', 'Charity and donations', 20],
    ['creators', 'Creators and fans', 30],
    ['marketplace', 'Marketplace with several sellers', 40],
  ],
  Other: [
    ['adult', 'Adult content', 80],
    ['other', 'Something else', 30],
  ],
}

/** The categories offered; a business may name another slug. */
export const categories: readonly Category[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([slug, label, baseRisk]) => ({ slug, label, group, baseRisk })),
)
