/** The faces of bots, by their names: dark shapes with cream on the colour of a seat, drawn on a grid of 40. */

export const ANIMALS: Readonly<Record<string, string>> = {
  Fox:
    '<path d="M6.5 7l9 6.5h9l9-6.5-1.5 14.5L20 34 8 21.5z"/><path fill="#fff6e4" d="M8 21.5c4.5-1 8 1.5 9.3 5.5L20 34zM32 21.5c-4.5-1-8 1.5-9.3 5.5L20 34z"/><circle fill="#fff6e4" cx="15" cy="20" r="1.7"/><circle fill="#fff6e4" cx="25" cy="20" r="1.7"/>',
  Otter:
    '<circle cx="9.5" cy="13" r="3.6"/><circle cx="30.5" cy="13" r="3.6"/><ellipse cx="20" cy="21" rx="13" ry="12"/><ellipse fill="#fff6e4" cx="20" cy="26" rx="7.5" ry="5.5"/><ellipse cx="20" cy="23.5" rx="2.6" ry="1.8"/><circle fill="#fff6e4" cx="14.5" cy="18" r="1.8"/><circle fill="#fff6e4" cx="25.5" cy="18" r="1.8"/>',
  Wren:
    '<path d="M10 22L3.5 8.5 14 14z"/><circle cx="19" cy="21.5" r="11"/><path fill="#fff6e4" d="M13 27a9 9 0 0 0 15-1c-4 1-9 3.5-15 1z"/><path fill="#c07a16" d="M28.5 17.5l9 3-9 2.5z"/><circle fill="#fff6e4" cx="23" cy="17.5" r="2.6"/><circle cx="23.6" cy="17.5" r="1.2"/>',
  Hare:
    '<ellipse cx="14" cy="11.5" rx="3.8" ry="10" transform="rotate(-9 14 11)"/><ellipse cx="26" cy="11.5" rx="3.8" ry="10" transform="rotate(9 26 11)"/><ellipse fill="#fff6e4" cx="14" cy="12" rx="1.5" ry="6.5" transform="rotate(-9 14 11)"/><ellipse fill="#fff6e4" cx="26" cy="12" rx="1.5" ry="6.5" transform="rotate(9 26 11)"/><ellipse cx="20" cy="26" rx="10.5" ry="9.5"/><circle fill="#fff6e4" cx="15.5" cy="24" r="1.7"/><circle fill="#fff6e4" cx="24.5" cy="24" r="1.7"/><path fill="#fff6e4" d="M17.5 29h5L20 31.5z"/>',
  Badger:
    '<circle cx="10" cy="12" r="3.6"/><circle cx="30" cy="12" r="3.6"/><path fill="#fff6e4" d="M20 6c9 0 13 7 12 14s-7 14-12 14S9 27 8 20 11 6 20 6z"/><path d="M12.5 8.5c-3 7-2.5 13 1.5 19l3.5-4c-1.5-6-1-11 0-16.5zM27.5 8.5c3 7 2.5 13-1.5 19l-3.5-4c1.5-6 1-11 0-16.5z"/><circle fill="#fff6e4" cx="14.5" cy="18.5" r="1.3"/><circle fill="#fff6e4" cx="25.5" cy="18.5" r="1.3"/><ellipse cx="20" cy="31" rx="3" ry="2.2"/>',
  Heron:
    '<path d="M11 38c-2-10 7-11 6-20l5-1c2 10-6 12-4 21z"/><ellipse cx="18" cy="13" rx="7" ry="5"/><path fill="#a8611a" d="M23 11l15 3.5L23 16z"/><path fill="none" stroke="#0d1a15" stroke-width="2" stroke-linecap="round" d="M13 10L4 14"/><circle fill="#fff6e4" cx="20" cy="12" r="1.7"/>',
  Marten:
    '<path d="M9 8l5 5h12l5-5 1 12c0 8-6 14-12 14S8 28 8 20z"/><path fill="#fff6e4" d="M13 27c4-3 10-3 14 0-2 5-12 5-14 0z"/><circle fill="#fff6e4" cx="14.5" cy="19" r="1.8"/><circle fill="#fff6e4" cx="25.5" cy="19" r="1.8"/><ellipse cx="20" cy="26" rx="2.2" ry="1.5"/>',
  Newt:
    '<circle cx="11" cy="14" r="5"/><circle cx="29" cy="14" r="5"/><ellipse cx="20" cy="23" rx="14" ry="10"/><circle fill="#fff6e4" cx="11" cy="13.5" r="3"/><circle fill="#fff6e4" cx="29" cy="13.5" r="3"/><circle cx="11.5" cy="13.5" r="1.4"/><circle cx="28.5" cy="13.5" r="1.4"/><path fill="none" stroke="#fff6e4" stroke-width="1.8" stroke-linecap="round" d="M11 25c5 4 13 4 18 0"/>',
  Rook:
    '<path d="M20 6c9 0 13 7 13 15s-6 13-13 13S7 29 7 21 11 6 20 6z"/><path fill="#b9bcc4" d="M15 20h10l-5 13z"/><circle fill="#fff6e4" cx="14" cy="16.5" r="2.2"/><circle fill="#fff6e4" cx="26" cy="16.5" r="2.2"/><circle cx="14.5" cy="16.5" r="1"/><circle cx="25.5" cy="16.5" r="1"/>',
  Stoat:
    '<circle cx="11" cy="11.5" r="4"/><circle cx="29" cy="11.5" r="4"/><path fill="#fff6e4" d="M20 8c8 0 12 6 11.5 12.5S26 34 20 34 9 27 8.5 20.5 12 8 20 8z"/><circle cx="15" cy="19" r="1.9"/><circle cx="25" cy="19" r="1.9"/><path d="M17 26h6l-3 3.5z"/>',
  Tern:
    '<path d="M6 15c4-7 14-9 20-5 5 3 6 9 3 14-3 6-10 9-16 7C7 29 4 21 6 15z"/><path fill="#fff6e4" d="M7 20c6 1 14 0 21-3 2 6-1 12-8 14S8 28 7 20z"/><path fill="#c0392b" d="M28 17l11 4-11 3z"/><circle fill="#fff6e4" cx="21" cy="14" r="2"/><circle cx="21.4" cy="14" r=".9"/>',
  Vole:
    '<circle cx="10" cy="14" r="5"/><circle cx="30" cy="14" r="5"/><circle fill="#fff6e4" cx="10" cy="14" r="2.2"/><circle fill="#fff6e4" cx="30" cy="14" r="2.2"/><ellipse cx="20" cy="23" rx="13" ry="11"/><circle fill="#fff6e4" cx="15" cy="20.5" r="1.8"/><circle fill="#fff6e4" cx="25" cy="20.5" r="1.8"/><path fill="#fff6e4" d="M17.5 27h5L20 29.500z"/><path fill="none" stroke="#fff6e4" stroke-width="1" d="M13 28l-6-1M13 30l-5 2M27 28l6-1M27 30l5 2"/>',
};
