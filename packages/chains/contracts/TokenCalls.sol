// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

error NotAToken();
error TransferRefused();

/// @dev An account's balance of a token. A call of an address without code succeeds without an answer, which is an error here.
function tokenBalance(address token, address account) view returns (uint256 amount) {
    bool answered;
    assembly ("memory-safe") {
        mstore(0, shl(224, 0x70a08231)) // balanceOf(address)
        mstore(4, account)
        // Evaluated from right to left: first the call, then the size of its answer.
        answered := and(gt(returndatasize(), 31), staticcall(gas(), token, 0, 36, 0, 32))
        amount := mload(0)
    }
    if (!answered) revert NotAToken();
}

/// @dev Accepts `true` and, because of USDT, no return value. Callers read `tokenBalance` first, which proves that the token has code.
function tryTransfer(address token, address to, uint256 amount, uint256 gasLimit) returns (bool paid) {
    assembly ("memory-safe") {
        let free := mload(0x40)
        mstore(free, shl(224, 0xa9059cbb)) // transfer(address,uint256)
        mstore(add(free, 4), to)
        mstore(add(free, 36), amount)
        let ok := call(gasLimit, token, 0, free, 68, 0, 32)
        paid := and(ok, or(iszero(returndatasize()), and(gt(returndatasize(), 31), eq(mload(0), 1))))
    }
}

/// @dev Like tryTransfer with all remaining gas, but reverts with the token's reason, or with TransferRefused after an empty reason or
/// `false`. A Solidity error is told apart by its length: four bytes more than whole words.
function transferOrFail(address token, address to, uint256 amount) {
    if (tryTransfer(token, to, amount, gasleft())) return;
    uint256 size;
    assembly ("memory-safe") {
        size := returndatasize()
    }
    if (size % 32 == 0) revert TransferRefused();
    assembly ("memory-safe") {
        let free := mload(0x40)
        returndatacopy(free, 0, size)
        revert(free, size)
    }
}
