import { useEffect } from 'react';
import { PRODUCT_NAME } from '../contract/ground/product.ts';

/** Sets the page's title and appends the product's name. */
export function useTitle(text: string) {
  useEffect(() => {
    document.title = `${text} - ${PRODUCT_NAME}`;
  }, [text]);
}
