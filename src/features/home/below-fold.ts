export { CategoryTiles } from './category-tiles'
export { ChatLink } from './chat-link'
export { FeaturesSection } from './features-section'
export { TestimonialsSection } from './testimonials-section'
