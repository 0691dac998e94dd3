// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit, FlushSource} from "./Deposit.sol";

/// @notice What a deposit address commits to: the payment it belongs to and who gets the money.
struct Terms {
    bytes32 id;
    address merchant;
    address feeReceiver;
    uint256 feeBps;
}

/// @title DepositFactory: deposit addresses without keys
/// @notice A deposit address is CREATE2(factory, id, keccak256(Deposit's init code with merchant, fee receiver and fee)). Anybody may flush
/// it; the money can only go where the address says. There is no owner, no setting and no upgrade.
/// @dev Deployed through the deterministic CREATE2 deployer without constructor arguments, the factory and therefore every deposit has one
/// address on all chains: what was paid on the wrong chain can be flushed there.
contract DepositFactory is FlushSource {
    uint256 private constant MAX_FEE_BPS = 1000;
    uint256 private constant MAX_ITEMS = 50;

    /// @dev What a batch must bring per item. Less fails as a whole, so that FlushFailed never merely means that somebody was stingy.
    uint256 private constant ITEM_GAS = 200_000;
    uint256 private constant MAX_REASON_BYTES = 256;

    uint256 private constant RUNNING = 1 << 160;

    /// @dev Zero, or RUNNING and the token being flushed. Transient (EIP-1153): it costs no storage and cannot stay locked.
    uint256 private transient _job;

    /// @notice This item of a batch failed as a whole: what it holds still lies at its address. The reason is cut after 256 bytes.
    event FlushFailed(address indexed deposit, address indexed token, bytes reason);

    error FeeTooHigh();
    error TooManyItems();
    error NotEnoughGas();
    error OnlyItself();
    error Locked();

    modifier running(address token) {
        if (_job != 0) revert Locked();
        _job = RUNNING | uint160(token);
        _;
        _job = 0;
    }

    /// @notice The deposit address of these terms on this chain.
    function addressOf(Terms calldata terms) external view returns (address) {
        if (terms.feeBps > MAX_FEE_BPS) revert FeeTooHigh();
        return _addressOf(terms);
    }

    /// @inheritdoc FlushSource
    function flushing() external view returns (address token) {
        return address(uint160(_job));
    }

    /// @notice Pays out the token (0: native coin) and any native coin that lie at one address. Nothing there: nothing happens.
    /// @dev Fails with the reason of the deposit. A second flush of one address in one transaction does nothing.
    function flush(Terms calldata terms, address token) external running(token) {
        _flush(terms);
    }

    /// @notice Flushes up to 50 addresses, each with its own terms. An item that fails is announced by FlushFailed, the others go on.
    /// @dev An item may use its equal share of the gas that is left and what earlier items left over.
    function flushMany(Terms[] calldata items, address token) external running(token) {
        if (items.length > MAX_ITEMS) revert TooManyItems();
        // One share more than there are items stays behind for this loop itself.
        if (gasleft() < ITEM_GAS * (items.length + 1)) revert NotEnoughGas();
        for (uint256 i; i < items.length; ++i) {
            unchecked {
                if (!_attempt(items[i], items.length - i + 1)) emit FlushFailed(_addressOf(items[i]), token, _reason());
            }
        }
    }

    /// @dev One item of a batch in a call of its own, which bounds its gas and undoes it when it fails.
    function flushItem(Terms calldata terms) external {
        if (msg.sender != address(this)) revert OnlyItself();
        _flush(terms);
    }

    /// @dev Calls flushItem with one share of the gas that is left. The struct is copied as it came, flushItem checks it.
    function _attempt(Terms calldata terms, uint256 shares) private returns (bool ok) {
        bytes4 selector = this.flushItem.selector;
        assembly ("memory-safe") {
            let input := mload(0x40)
            mstore(input, selector)
            calldatacopy(add(input, 4), terms, 128)
            ok := call(div(gas(), shares), address(), 0, input, 132, 0, 0)
        }
    }

    function _flush(Terms calldata terms) private {
        if (terms.feeBps > MAX_FEE_BPS) revert FeeTooHigh();
        // The account exists until the transaction ends. Creating it again would collide and burn all gas of the item.
        if (_flushedBefore(terms)) return;
        bytes memory initCode = _initCode(terms);
        assembly ("memory-safe") {
            if iszero(create2(0, add(initCode, 32), mload(initCode), calldataload(terms))) {
                let reason := mload(0x40)
                returndatacopy(reason, 0, returndatasize())
                revert(reason, returndatasize())
            }
        }
    }

    /// @dev Says whether these terms were flushed in this transaction and remembers that they are now. A failing item undoes it.
    function _flushedBefore(Terms calldata terms) private returns (bool before) {
        assembly ("memory-safe") {
            let copy := mload(0x40)
            calldatacopy(copy, terms, 128)
            let slot := keccak256(copy, 128)
            before := tload(slot)
            tstore(slot, 1)
        }
    }

    function _addressOf(Terms calldata terms) private view returns (address) {
        bytes32 initHash = keccak256(_initCode(terms));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), terms.id, initHash)))));
    }

    /// @dev What follows the id in the terms is, word for word, abi.encode(merchant, feeReceiver, feeBps).
    function _initCode(Terms calldata terms) private pure returns (bytes memory initCode) {
        initCode = type(Deposit).creationCode;
        assembly ("memory-safe") {
            let size := mload(initCode)
            let end := add(add(initCode, 32), size)
            calldatacopy(end, add(terms, 32), 96)
            mstore(initCode, add(size, 96))
            mstore(0x40, add(end, 128)) // beyond the last word, which need not be aligned here
        }
    }

    /// @dev Why the last call failed, cut short because its length is the token's choice and its cost is the batch's.
    function _reason() private pure returns (bytes memory reason) {
        uint256 limit = MAX_REASON_BYTES;
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, limit) { size := limit }
            reason := mload(0x40)
            mstore(reason, size)
            returndatacopy(add(reason, 32), 0, size)
            mstore(0x40, add(reason, and(add(size, 63), not(31))))
        }
    }
}
