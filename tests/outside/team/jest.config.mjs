export { default } from '@trellis/feature-build/jest';
