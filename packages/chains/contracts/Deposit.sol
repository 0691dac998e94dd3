// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What a deposit asks of the factory that creates it.
interface FlushSource {
    /// @notice The token being flushed right now; address(0) stands for the native coin.
    function flushing() external view returns (address token);
}

/// @title Deposit: pays out what lies at its address, then vanishes
/// @notice The constructor is the whole contract. It splits the balance between merchant and fee receiver and self-destructs in the
/// transaction that creates it (EIP-6780), which leaves neither code nor nonce: the same address can be flushed again when a later payment
/// arrives, and it accepts a payer who sends with exactly 21 000 gas at any time.
/// @dev The recipients stand behind the init code, hence are part of the CREATE2 address and beyond anybody's reach. What is being flushed
/// is not: it is asked from the factory, so one address serves every asset.
contract Deposit {
    /// @dev What either leg needs at the least. The fee leg gets half of the gas that is left and never less than this; who flushes with
    /// less fails as a whole and so cannot starve the fee leg while the merchant leg still succeeds.
    uint256 private constant LEG_GAS = 50_000;

    /// @notice One asset was moved from this address. The two amounts are all that left it.
    event Flushed(address indexed token, uint256 merchantAmount, uint256 feeAmount);

    error NotAToken();
    error TransferRefused();
    error NotEnoughGas();

    constructor() payable {
        (address merchant, address feeReceiver, uint256 feeBps) = _terms();
        address token = address(uint160(_read(msg.sender, FlushSource.flushing.selector)));
        if (token != address(0)) _payToken(token, merchant, feeReceiver, feeBps);
        // SELFDESTRUCT takes the native coin along, whatever was asked for, so it is always split and announced.
        if (address(this).balance == 0) selfdestruct(payable(msg.sender));
        _payNativeFee(feeReceiver, feeBps);
        // Runs no code of the merchant: a contract that reverts or burns gas is paid all the same.
        selfdestruct(payable(merchant));
    }

    /// @dev The arguments abi.encode(merchant, feeReceiver, feeBps) behind the init code. Declared as parameters they would cost 300 gas more.
    function _terms() private pure returns (address merchant, address feeReceiver, uint256 feeBps) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            codecopy(free, sub(codesize(), 96), 96)
            merchant := mload(free)
            feeReceiver := mload(add(free, 32))
            feeBps := mload(add(free, 64))
        }
    }

    function _payToken(address token, address merchant, address feeReceiver, uint256 feeBps) private {
        uint256 total = _read(token, 0x70a08231); // balanceOf(address)
        if (total == 0) return;
        uint256 fee = _fee(total, feeBps);
        if (fee != 0 && !_transfer(token, feeReceiver, fee, _legGas())) fee = 0;
        unchecked {
            total -= fee;
        }
        if (!_transfer(token, merchant, total, gasleft())) _rethrow();
        emit Flushed(token, total, fee);
    }

    function _payNativeFee(address feeReceiver, uint256 feeBps) private {
        uint256 fee = _fee(address(this).balance, feeBps);
        if (fee != 0) {
            uint256 legGas = _legGas();
            bool paid;
            // Return values are not copied: their size is the receiver's choice, their cost would be ours.
            assembly ("memory-safe") {
                paid := call(legGas, feeReceiver, fee, 0, 0, 0, 0)
            }
            if (!paid) fee = 0;
        }
        emit Flushed(address(0), address(this).balance, fee);
    }

    /// @dev Rounded down, so that the merchant gets the remainder. A product beyond 2^256 would only make the fee smaller.
    function _fee(uint256 amount, uint256 feeBps) private pure returns (uint256) {
        unchecked {
            return (amount * feeBps) / 10_000;
        }
    }

    function _legGas() private view returns (uint256 legGas) {
        legGas = gasleft() / 2;
        if (legGas < LEG_GAS) revert NotEnoughGas();
    }

    /// @dev The word a getter answers when it is given this address. An address without code answers nothing, though the call succeeds.
    function _read(address target, bytes4 selector) private view returns (uint256 word) {
        bool answered;
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, address())
            // Evaluated from right to left: first the call, then the size of its answer.
            answered := and(gt(returndatasize(), 31), staticcall(gas(), target, 0, 36, 0, 32))
            word := mload(0)
        }
        if (!answered) revert NotAToken();
    }

    /// @dev Accepts `true` and, because of USDT, no return value at all.
    function _transfer(address token, address to, uint256 amount, uint256 gasLimit) private returns (bool paid) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(free, shl(224, 0xa9059cbb)) // transfer(address,uint256)
            mstore(add(free, 4), to)
            mstore(add(free, 36), amount)
            let ok := call(gasLimit, token, 0, free, 68, 0, 32)
            paid := and(ok, or(iszero(returndatasize()), and(gt(returndatasize(), 31), eq(mload(0), 1))))
        }
    }

    /// @dev Fails with the token's own reason, or with TransferRefused when it gave none or said `false`. Neither has the four bytes more
    /// than whole words that every Solidity error has.
    function _rethrow() private pure {
        bytes4 refused = TransferRefused.selector;
        assembly ("memory-safe") {
            let size := returndatasize()
            if iszero(mod(size, 32)) {
                mstore(0, refused)
                revert(0, 4)
            }
            let free := mload(0x40)
            returndatacopy(free, 0, size)
            revert(free, size)
        }
    }
}
