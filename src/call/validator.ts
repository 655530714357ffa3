/**
 * The validator as a module of ours, loaded with the first call that needs it.
 *
 * It is CommonJS. Imported dynamically by itself, a bundle would give it no named export.
 *
 * @module
 */
export { Ajv2020 } from "ajv/dist/2020.js";
