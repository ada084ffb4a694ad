import { useEffect } from 'react';
import { PRODUCT_NAME } from '../contract/product.ts';

/** Sets the page's title; the product's name follows by itself. */
export function useTitle(text: string) {
  useEffect(() => {
    document.title = `${text} - ${PRODUCT_NAME}`;
  }, [text]);
}
