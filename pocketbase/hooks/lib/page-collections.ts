/**
 * Collections that pages are made from, and no others: hooks tell of their changes (pages.pb.js), and open pages are
 * told (live-pages.pb.js).
 */
export const PAGE_COLLECTIONS = [
  'assets',
  'homepage_config',
  'makers',
  'navbar_config',
  'pages',
  'posts',
  'products',
  'promises',
  'promotions',
  'review_comments',
  'reviews',
  'slider_images',
  'store_settings',
  'testimonials',
  'theme_settings',
  'users',
]
